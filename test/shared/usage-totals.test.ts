import { expect, it } from 'vitest'

import type { AgentRecord } from '../../src/shared/agent-summary.ts'
import { budgetTokens } from '../../src/shared/budget.ts'
import { NO_COST } from '../../src/shared/cost-sum.ts'
import { NO_TOKENS } from '../../src/shared/usage.ts'
import { addTotals, NO_TOTALS, subtreeTotals, usageTotals } from '../../src/shared/usage-totals.ts'
import { agentSummary } from '../support/agent-summary.ts'
import { eventLog } from '../support/event-log-builder.ts'

it('sums the recorded tokens and costs of all kinds of responses', () => {
  const log = eventLog()
  const events = [
    log.user('hello'),
    log.add({
      kind: 'assistant',
      data: {
        input_tokens: 1_000_000,
        output_tokens: 100_000,
        thinking_tokens: 60_000,
        cached_tokens: 400_000,
        cost_usd: 1.25,
        cost_source: 'list',
      },
    }),
    log.add({
      kind: 'summary',
      data: { from_id: 1, to_id: 2, messages: 2, input_tokens: 500_000, output_tokens: 10_000, cost_usd: 0.5 },
    }),
    log.add({
      kind: 'interrupted',
      data: { reason: 'cancelled', input_tokens: 10, cost_usd: 0.25, cost_missing: ['images'] },
    }),
    log.add({ kind: 'assistant', data: { input_tokens: 7, output_tokens: 3 } }),
    log.assistant('written by hand: nothing was reported'),
  ]
  expect(usageTotals(events)).toEqual({
    usage: {
      inputTokens: 1_500_017,
      outputTokens: 110_003,
      thinkingTokens: 60_000,
      cachedTokens: 400_000,
      totalTokens: 1_610_020,
    },
    cost: { usd: 2, unpriced: 2, partial: 1 },
  })
})

it('adds up', () => {
  const one = { usage: { ...NO_TOKENS, totalTokens: 5 }, cost: { usd: 0.5, unpriced: 1, partial: 2 } }
  expect(addTotals(one, addTotals(one, NO_TOTALS))).toEqual({
    usage: { ...NO_TOKENS, totalTokens: 10 },
    cost: { usd: 1, unpriced: 2, partial: 4 },
  })
})

const agent = (id: string, parentId: string | null, totalTokens: number): AgentRecord =>
  agentSummary({
    id,
    parentId,
    usage: { ...NO_TOKENS, totalTokens },
    cost: { ...NO_COST, usd: totalTokens / 4, unpriced: 1 },
  })
const AGENTS = [agent('root', null, 1), agent('a', 'root', 10), agent('b', 'a', 100), agent('other', null, 1_000)]

it('sums an agent with all its descendants, and nobody else', () => {
  const sums = ['root', 'a', 'b', 'nobody'].map((id) => budgetTokens(AGENTS, id, 'subtree').used)
  expect(sums).toEqual([111, 110, 100, 0])
})

it('sums tokens and costs of each subtree', () => {
  const sums = [...subtreeTotals(AGENTS)].map(([id, { usage, cost, descendants }]) => [
    id,
    usage.totalTokens,
    cost.usd,
    cost.unpriced,
    descendants,
  ])
  expect(sums).toEqual([
    ['root', 111, 27.75, 3, 2],
    ['a', 110, 27.5, 2, 1],
    ['b', 100, 25, 1, 0],
    ['other', 1_000, 250, 1, 0],
  ])
})
