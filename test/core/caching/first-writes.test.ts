import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { FirstWrites, sharedPrefix, type WriteTurn } from '../../../src/main/core/caching/first-writes.ts'
import type { CachePlan } from '../../../src/main/core/ports/provider-ports.ts'
import type { Clock } from '../../../src/main/core/ports/system-ports.ts'
import { helloRequest } from '../../support/provider-outcome.ts'
import { assistant, tool, user } from '../../support/transcript-builders.ts'

const MAX_MS = 4_000

/** A clock that moves only when the test moves it. */
class TestClock implements Clock {
  #now = 0
  readonly #sleepers = new Set<{ readonly until: number; readonly wake: () => void }>()

  now(): number {
    return this.#now
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const sleeper = { until: this.#now + ms, wake: resolve }
      this.#sleepers.add(sleeper)
      signal.addEventListener('abort', () => {
        this.#sleepers.delete(sleeper)
        resolve()
      })
    })
  }

  advance(ms: number): void {
    this.#now += ms
    for (const sleeper of this.#sleepers) {
      if (sleeper.until > this.#now) continue
      this.#sleepers.delete(sleeper)
      sleeper.wake()
    }
  }

  get sleeping(): number {
    return this.#sleepers.size
  }
}

/** Lets everything run that does not wait for the clock. */
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** One request at the gate. */
class Entrant {
  turn: WriteTurn | null = null
  readonly stop = new AbortController()

  constructor(gate: FirstWrites, prefix: string | null) {
    void gate.enter(prefix, this.stop.signal).then((turn) => (this.turn = turn))
  }

  get isIn(): boolean {
    return this.turn !== null
  }
}

describe('several requests with the same beginning', () => {
  const enter = (gate: FirstWrites, count: number) => Array.from({ length: count }, () => new Entrant(gate, 'a'))
  const isIn = (entrants: readonly Entrant[]) => entrants.map((entrant) => entrant.isIn)

  it('wait until the answer to the first one has begun', async () => {
    const gate = new FirstWrites(new TestClock())
    const entrants = enter(gate, 3)
    await settled()
    expect(isIn(entrants)).toEqual([true, false, false])
    entrants[0]?.turn?.begun()
    await settled()
    expect(isIn(entrants)).toEqual([true, true, true])
  })

  it('go one by one as long as they fail', async () => {
    const clock = new TestClock()
    const gate = new FirstWrites(clock)
    const entrants = enter(gate, 3)
    await settled()
    entrants[0]?.turn?.ended()
    await settled()
    expect(isIn(entrants)).toEqual([true, true, false])
    entrants[1]?.turn?.ended()
    await settled()
    expect([...isIn(entrants), clock.sleeping]).toEqual([true, true, true, 0])
  })

  it('wait for a few seconds at most, and not when they are stopped', async () => {
    const clock = new TestClock()
    const entrants = enter(new FirstWrites(clock), 3)
    entrants[1]?.stop.abort()
    await settled()
    expect(isIn(entrants)).toEqual([true, true, false])
    clock.advance(MAX_MS)
    await settled()
    expect(isIn(entrants)).toEqual([true, true, true])
  })
})

it('never deadlocks, never delays another beginning, and holds nobody for longer than the limit', async () => {
  const step = fc.oneof(
    fc.record({ type: fc.constant('enter' as const), prefix: fc.constantFrom('a', 'b', null) }),
    fc.record({ type: fc.constantFrom('begun' as const, 'ended' as const, 'stop' as const), who: fc.nat(20) }),
    fc.record({ type: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 3_000 }) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const clock = new TestClock()
      const gate = new FirstWrites(clock)
      const delayed: number[] = []
      const entered: { readonly entrant: Entrant; readonly prefix: string | null; readonly at: number }[] = []
      for (const one of steps) {
        if (one.type === 'wait') clock.advance(one.ms)
        else if (one.type === 'enter') {
          const isAlone = !entered.some(({ prefix }) => prefix === one.prefix)
          const entrant = new Entrant(gate, one.prefix)
          entered.push({ entrant, prefix: one.prefix, at: clock.now() })
          await settled()
          if (!entrant.isIn && (one.prefix === null || isAlone)) delayed.push(steps.indexOf(one))
        } else {
          const target = entered[one.who]?.entrant
          if (one.type === 'stop') target?.stop.abort()
          else target?.turn?.[one.type]()
        }
        await settled()
        const late = entered.filter(({ entrant, at }) => !entrant.isIn && clock.now() - at >= MAX_MS)
        expect(late).toEqual([])
        expect(entered.filter(({ entrant }) => entrant.stop.signal.aborted && !entrant.isIn)).toEqual([])
      }
      expect(delayed).toEqual([])
      clock.advance(MAX_MS)
      await settled()
      expect([entered.every(({ entrant }) => entrant.isIn), clock.sleeping]).toEqual([true, 0])
    }),
    { numRuns: 200 },
  )
})

describe('the beginning that requests share', () => {
  const plan: CachePlan = { key: 'root', lifetime: '5m', sharedSystem: 1, points: [] }
  const long = 'word '.repeat(1_000)
  const fork = (note: string, changes = {}) =>
    helloRequest('anthropic', {
      system: ['Be brief.', 'You are one.'],
      tools: [tool],
      messages: [user(long), assistant({ type: 'text', text: 'Yes.' }), user(note)],
      cache: plan,
      ...changes,
    })

  it('is the same for forks that differ behind the last answer', () => {
    expect(sharedPrefix(fork('You are two.'), 512)).toBe(sharedPrefix(fork('You are three.'), 512))
  })

  it.each([
    ['another model', { model: 'claude-opus-5' }],
    ['other tools', { tools: [] }],
    ['another system prompt', { system: ['Be long.'] }],
    ['another level of thinking', { thinkingLevel: 'high' }],
    ['another history', { messages: [user(`${long}.`), assistant({ type: 'text', text: 'Yes.' }), user('Go')] }],
  ])('is another one for %s', (_, changes) => {
    expect(sharedPrefix(fork('Go', changes), 512)).not.toBe(sharedPrefix(fork('Go'), 512))
  })

  it('is the shared system prompt with the tools where nobody has answered', () => {
    const root = (about: string) =>
      helloRequest('anthropic', { system: [long, about], tools: [tool], messages: [user(about)], cache: plan })
    expect(sharedPrefix(root('You are one.'), 512)).toBe(sharedPrefix(root('You are two.'), 512))
  })

  it('is nothing where it is too short, or where nobody needs to wait', () => {
    expect([sharedPrefix(fork('Go'), 4_096), sharedPrefix(fork('Go'), null)]).toEqual([null, null])
    expect(sharedPrefix(helloRequest('anthropic'), 0)).toBeNull()
  })
})
