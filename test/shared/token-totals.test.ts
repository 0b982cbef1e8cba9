import { expect, it } from 'vitest'

import type { AgentRecord } from '../../src/shared/agent-summary.ts'
import { budgetTokens } from '../../src/shared/budget.ts'
import { addTotals, NO_TOTALS, tokenTotals } from '../../src/shared/token-totals.ts'
import { NO_TOKENS } from '../../src/shared/usage.ts'
import { eventLog } from '../support/event-log-builder.ts'

const PRICE = { input: 2, output: 10, cachedInput: 0.5 }
const priceOf = (provider: string | null, model: string) => (provider === 'a' && model === 'known' ? PRICE : null)

const answer = (model: string, tokens: object) => ({ provider: 'a', model, ...tokens })

it('counts what providers reported of answers and summaries, and prices what has a price', () => {
  const log = eventLog()
  const events = [
    log.user('hello'),
    log.add({
      kind: 'assistant',
      data: answer('known', {
        input_tokens: 1_000_000,
        output_tokens: 100_000,
        thinking_tokens: 60_000,
        cached_tokens: 400_000,
        total_tokens: 1_100_000,
      }),
    }),
    log.add({
      kind: 'summary',
      data: { from_id: 1, to_id: 2, messages: 2, ...answer('known', { input_tokens: 500_000, output_tokens: 10_000 }) },
    }),
    log.add({ kind: 'assistant', data: answer('unknown', { input_tokens: 7, output_tokens: 3 }) }),
    log.assistant('written by hand: nobody reported anything'),
  ]
  expect(tokenTotals(events, priceOf)).toEqual({
    usage: {
      inputTokens: 1_500_007,
      outputTokens: 110_003,
      thinkingTokens: 60_000,
      cachedTokens: 400_000,
      totalTokens: 1_610_010,
    },
    estimatedCost: 1.2 + 0.2 + 1 + 1 + 0.1,
    unpriced: 1,
  })
})

it('adds up', () => {
  const one = { usage: { ...NO_TOKENS, totalTokens: 5 }, estimatedCost: 0.5, unpriced: 1 }
  expect(addTotals(one, addTotals(one, NO_TOTALS))).toEqual({
    usage: { ...NO_TOKENS, totalTokens: 10 },
    estimatedCost: 1,
    unpriced: 2,
  })
})

it('sums an agent with all its descendants, and nobody else', () => {
  const agent = (id: string, parentId: string | null, totalTokens: number): AgentRecord => ({
    id,
    name: '',
    parentId,
    forkEventId: null,
    forkFromId: null,
    choice: null,
    status: 'running',
    createdAt: '',
    endedAt: null,
    usage: { ...NO_TOKENS, totalTokens },
    unreadMail: 0,
    wakeOnMail: false,
    queuedPrompts: 0,
  })
  const agents = [agent('root', null, 1), agent('a', 'root', 10), agent('b', 'a', 100), agent('other', null, 1_000)]
  const sums = ['root', 'a', 'b', 'nobody'].map((id) => budgetTokens(agents, id, 'subtree').used)
  expect(sums).toEqual([111, 110, 100, 0])
})
