import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  cheaperLifetime,
  lifetimeUpTo,
  type PastRequest,
  pastRequests,
} from '../../../src/main/core/caching/cache-lifetime.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import type { AssistantData } from '../../../src/shared/response-data.ts'

const MINUTE = 60_000

/** Requests of the same size, after these pauses in minutes. */
function after(...pauses: readonly number[]): readonly PastRequest[] {
  let at = 0
  return [0, ...pauses].map((pause) => ({ at: (at += pause * MINUTE), inputTokens: 40_000 }))
}

/** The choice for a request after the last of these pauses. */
function choiceAfter(...pauses: readonly number[]) {
  const requests = after(...pauses)
  return cheaperLifetime(requests.slice(0, -1), requests.at(-1)?.at ?? 0)
}

describe('the lifetime of cache entries', () => {
  it('is short for the first request and for a user who answers quickly', () => {
    expect([cheaperLifetime([], 0), choiceAfter(1), choiceAfter(1, 2, 4, 1)]).toEqual(['5m', '5m', '5m'])
  })

  it('is long from the first pause between five minutes and an hour on', () => {
    expect([choiceAfter(12), choiceAfter(1, 2, 30), choiceAfter(20, 1, 1, 1)]).toEqual(['1h', '1h', '1h'])
  })

  it('is short where even an hour is too short', () => {
    expect([choiceAfter(90), choiceAfter(60), choiceAfter(24 * 60, 1, 1)]).toEqual(['5m', '5m', '5m'])
  })

  it('is short where many tokens are written between rare pauses', () => {
    const growing = Array.from({ length: 40 }, (_, at) => ({ at: at * MINUTE, inputTokens: 1_000 + at * 5_000 }))
    const early = growing.map((request, index) => ({ ...request, at: request.at + (index > 0 ? 9 * MINUTE : 0) }))
    expect(cheaperLifetime(early, 49 * MINUTE)).toBe('5m')
  })

  it('never costs more than the other one for the pauses that it was chosen by', () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 120 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(pauses, (minutes) => {
        const cost = (limit: number, write: number): number =>
          minutes.reduce((sum, pause) => sum + (pause < limit ? 0.1 : write), write)
        const [short, long] = [cost(5, 1.25), cost(60, 2)]
        fc.pre(Math.abs(short - long) > 1e-6)
        expect(choiceAfter(...minutes)).toBe(long < short ? '1h' : '5m')
      }),
    )
  })
})

describe('the requests of a context', () => {
  const answer = (id: number, data: AssistantData): AgentEvent => ({
    id,
    sessionId: 1,
    agentId: 'agent',
    turnId: 'turn',
    kind: 'assistant',
    content: '',
    data,
    createdAt: new Date(id * MINUTE).toISOString(),
  })
  const claude = { provider: 'anthropic', model: 'claude-opus-5-5-20261001', requested_model: 'claude-opus-5-5' }
  const gpt = { provider: 'openai', model: 'gpt-5.4' }

  it('are those to the same model, at the time when they were sent', () => {
    const items = [
      answer(1, { ...claude, input_tokens: 100, duration_ms: 5_000 }),
      answer(2, { ...gpt, input_tokens: 200 }),
      answer(3, { ...claude, input_tokens: 300 }),
    ]
    expect(pastRequests(items, { provider: 'anthropic', model: 'claude-opus-5-5' })).toEqual([
      { at: MINUTE - 5_000, inputTokens: 100 },
      { at: 3 * MINUTE, inputTokens: 300 },
    ])
  })

  it('are all where the model has had none', () => {
    const items = [answer(1, { ...gpt, input_tokens: 200 }), answer(2, gpt)]
    const requests = pastRequests(items, { provider: 'anthropic', model: 'claude-opus-5-5' })
    expect(requests.map(({ inputTokens }) => inputTokens)).toEqual([200, 0])
  })
})

describe('the lifetimes of a provider', () => {
  const past = [{ at: 0, inputTokens: 10_000 }]
  const afterAnHour = 60 * MINUTE

  it('never chooses by itself one whose price is not published', () => {
    expect(cheaperLifetime(past, afterAnHour, { '30m': 1.25, '12h': null })).toBe('30m')
    expect(cheaperLifetime(past, afterAnHour, { '30m': 1.25, '12h': 2 })).toBe('12h')
    expect(cheaperLifetime(past, MINUTE, { '30m': 1.25, '12h': 2 })).toBe('30m')
  })

  it.each([
    ['5m', '30m', '5m'],
    ['1h', '30m', '1h'],
    ['12h', '12h', '1h'],
  ] as const)('%s: %s at OpenAI, %s for Claude', (set, openai, claude) => {
    expect(lifetimeUpTo(set, { '30m': 1.25, '12h': null })).toBe(openai)
    expect(lifetimeUpTo(set, { '5m': 1.25, '1h': 2 })).toBe(claude)
  })
})
