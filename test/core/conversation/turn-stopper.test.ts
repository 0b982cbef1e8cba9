import { expect, it } from 'vitest'

import { TurnStopper } from '../../../src/main/core/conversation/turn-stopper.ts'
import type { TurnLoop } from '../../../src/main/core/conversation/turn-loop.ts'
import { ok, refuse } from '../../../src/shared/result.ts'
import { untyped } from '../../support/untyped.ts'

/** A stopper beside another engine whose turns run until `endsAt`, ms; the clock moves by what is slept. */
function stopperBeside(turns: readonly string[], endsAt: number) {
  let now = 0
  const sent: string[] = []
  const clock = { now: () => now, sleep: async (ms: number) => void (now += ms) }
  const peers = {
    runningElsewhere: async () => ok(now < endsAt ? turns : []),
    send: async ({ type }: { readonly type: string }) => {
      sent.push(type)
      return ok(null)
    },
    onMessage: () => () => undefined,
    announceStaying: async () => ok(null),
    isAnyStaying: async () => ok(true),
  }
  const loop = { cancel: async () => false, stop: async () => 0, holdBack: () => () => undefined }
  // The stopper uses nothing else of the loop.
  const stopper = new TurnStopper(untyped<TurnLoop>(loop), peers, clock)
  return { stopper, sent, waited: () => now }
}

it.each([
  ['1 turn', ['a']],
  ['3 turns', ['a', 'b', 'c']],
])('says after 20 seconds that %s of another engine did not end', async (words, turns) => {
  const { stopper, sent, waited } = stopperBeside(turns, Infinity)
  expect(await stopper.stop(null)).toEqual(
    refuse(
      `${words} of another ikigai on this database did not end within 20 seconds. Try again, or close that ikigai.`,
    ),
  )
  expect([waited(), sent.length]).toEqual([20_000, 200])
})

it('says so of the turn of one agent, too', async () => {
  const { stopper, waited } = stopperBeside(['a', 'b'], Infinity)
  expect(await stopper.cancel('a')).toMatchObject({ ok: false, error: { message: expect.stringMatching(/^1 turn /) } })
  expect(waited()).toBe(20_000)
})

it.each([0, 100, 19_900, 20_000])('waits for turns that end after %i ms', async (endsAt) => {
  const { stopper, waited } = stopperBeside(['a', 'b'], endsAt)
  expect(await stopper.stop(null)).toEqual(ok(endsAt === 0 ? 0 : 2))
  expect(waited()).toBe(endsAt)
})
