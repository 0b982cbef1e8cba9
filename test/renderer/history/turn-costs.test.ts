import { expect, it } from 'vitest'

import type { AgentEvent, NewEvent } from '../../../src/shared/agent-event.ts'
import { costFacts, NO_TURNS, turnCosts } from '../../../src/renderer/history/turn-costs.ts'

function log(...events: readonly NewEvent[]): AgentEvent[] {
  return events.map((event, index) => ({ ...event, id: index + 1, sessionId: 1, createdAt: '' }))
}

const answer = (turnId: string, data: object): NewEvent => ({
  agentId: 'a',
  turnId,
  kind: 'assistant',
  content: '',
  data,
})
const priced = (usd: number) => ({ input_tokens: 10, output_tokens: 2, cost_usd: usd, cost_source: 'list' as const })
const factsOf = (events: readonly AgentEvent[]) => events.map((event) => costFacts(event, turnCosts(events)))

it('has the cost of each response, and at the last of several that of the turn', () => {
  const events = log(answer('t', priced(0.02)), answer('t', priced(0.03)), answer('u', priced(0.004)))
  expect(factsOf(events)).toEqual([['$0.02'], ['$0.03', 'turn $0.05'], ['$0.0040']])
})

it('says where a part of a turn has no known cost, and nothing where none is known', () => {
  const unknown = { input_tokens: 10, output_tokens: 2 }
  const events = log(answer('t', priced(0.02)), answer('t', unknown), answer('u', unknown), answer('u', {}))
  expect(factsOf(events)).toEqual([['$0.02'], ['turn ≥ $0.02'], [], []])
})

it('has the cost of a summary, and counts an answer that was cut off', () => {
  const [cut, rest, summary] = log(
    {
      agentId: 'a',
      turnId: 't',
      kind: 'interrupted',
      content: '',
      data: { reason: 'crash', ...priced(0.01) } as const,
    },
    answer('t', priced(0.02)),
    {
      agentId: 'a',
      turnId: null,
      kind: 'summary',
      content: '',
      data: { from_id: 1, to_id: 2, messages: 2, ...priced(0.5) } as const,
    },
  )
  if (cut === undefined || rest === undefined || summary === undefined) throw new Error('There are three')
  const costs = turnCosts([cut, rest, summary])
  expect([costFacts(cut, costs), costFacts(rest, costs)]).toEqual([['$0.01'], ['$0.02', 'turn $0.03']])
  expect(costFacts(summary, NO_TURNS)).toEqual(['$0.50'])
})
