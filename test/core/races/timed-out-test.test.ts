import { expect, it } from 'vitest'

import type { RacePlan } from '../../../src/shared/race.ts'
import { nextSteps } from '../../../src/main/core/races/next-steps.ts'
import { none, RaceLogBuilder } from './race-log-builder.ts'

const LIMIT = { timed_out: 'Test timed out in 5000ms' }

/** A race of three, of which the test of the first one ran into a time limit beside the others. */
function timedOut(plan: Partial<RacePlan> = {}): RaceLogBuilder {
  const log = new RaceLogBuilder()
  log.begin(['a', 'b', 'c'], { at_once: 3, ...plan })
  for (const agent of ['a', 'b', 'c']) log.step({ step: 'started', agent })
  log.answer('a')
  log.test('a', false, 1, LIMIT)
  return log
}

it('does not count a run that timed out beside others, and waits until no other attempt works', () => {
  const log = timedOut()
  expect(log.state.attempts[0]).toMatchObject({ tries: 0, test: null, timedOut: LIMIT.timed_out })
  expect(nextSteps(log.state, { ...none, working: new Set(['b', 'c']) })).toEqual([])
  log.answer('b')
  expect(nextSteps(log.state, { ...none, working: new Set(['c']) })).toEqual([{ type: 'test', agentId: 'b' }])
})

it.each([true, false])(
  'runs such tests one after the other when the rest has ended, and counts that: passes: %s',
  (passes) => {
    const log = timedOut()
    log.answer('b')
    log.test('b', false, 1, LIMIT)
    log.answer('c')
    log.test('c', true)
    expect(nextSteps(log.state, none)).toEqual([{ type: 'test', agentId: 'a' }])
    expect(nextSteps(log.state, { ...none, working: new Set(['a']) })).toEqual([])
    log.test('a', passes)
    expect(log.state.attempts[0]).toMatchObject({ tries: 1, timedOut: null, test: { passed: passes } })
    const next = { type: passes ? 'test' : 'send_back', agentId: passes ? 'b' : 'a' }
    expect(nextSteps(log.state, none)).toEqual([next])
  },
)

it('is no loss of an attempt when another one passes first', () => {
  const log = timedOut({ winner: 'first' })
  log.answer('b')
  log.test('b', true)
  expect(nextSteps(log.state, none)).toEqual([
    { type: 'leave', agentId: 'a', reason: 'environment' },
    { type: 'leave', agentId: 'c', reason: 'decided' },
  ])
})

it('has the attempt tested also when the time of the race is over', () => {
  const log = timedOut({ max_minutes: 1 })
  for (const agent of ['b', 'c']) log.step({ step: 'left', agent, reason: 'person' })
  expect(nextSteps(log.state, { ...none, activeMs: 60_000 })).toEqual([{ type: 'test', agentId: 'a' }])
})
