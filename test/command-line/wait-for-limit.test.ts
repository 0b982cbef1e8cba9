import { expect, it } from 'vitest'

import { turnEndAfterLimits } from '../../src/main/command-line/wait-for-limit.ts'
import type { TurnWatcher } from '../../src/main/command-line/turn-watcher.ts'
import type { Engine } from '../../src/main/core/engine.ts'
import type { TurnOutcome } from '../../src/shared/stream-event.ts'
import { untyped } from '../support/untyped.ts'

/** Runs a turn whose attempts end like this. `resetsAt`: when the limit resets, ms since the epoch; null: there is none. */
async function ran(ends: TurnOutcome[], resetsAt: number | null, signal = new AbortController().signal) {
  const said: string[] = []
  let resumed = 0
  const engine = untyped<Engine>({
    limitReturn: { get: async () => ({ ok: true, value: { resetsAt } }) },
    agents: {
      resume: async () => {
        resumed += 1
        return { ok: true, value: { turnStarted: true } }
      },
    },
  })
  const watcher = untyped<TurnWatcher>({ turnEnd: async () => ends.shift() ?? 'failed' })
  const output = { out: () => undefined, error: (text: string) => void said.push(text) }
  const end = await turnEndAfterLimits(engine, 'agent', { watcher, signal, output: untyped(output) })
  return { end, resumed, said }
}

it('goes on after each limit until the turn ends otherwise', async () => {
  const { end, resumed, said } = await ran(['failed', 'failed', 'completed'], 1)
  expect([end, resumed]).toEqual(['completed', 2])
  expect(said).toEqual([expect.stringContaining('Waiting (1 of 5)'), expect.stringContaining('Waiting (2 of 5)')])
})

it('goes on five times at most', async () => {
  const { end, resumed, said } = await ran([], 1)
  expect([end, resumed]).toEqual(['failed', 5])
  expect(said.at(-1)).toContain('for which this run does not wait')
})

it('does not wait where no limit is named, and not for longer than a day', async () => {
  expect(await ran(['failed'], null)).toEqual({ end: 'failed', resumed: 0, said: [] })
  const { resumed, said } = await ran(['failed'], Date.now() + 3 * 24 * 60 * 60_000)
  expect([resumed, said.length]).toEqual([0, 1])
})

it('stops waiting when it is cancelled', async () => {
  const cancelled = new AbortController()
  const running = ran(['failed'], Date.now() + 60 * 60_000, cancelled.signal)
  cancelled.abort()
  expect(await running).toMatchObject({ end: 'failed', resumed: 0 })
})
