import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { BaselineRun } from '../../../src/shared/baseline.ts'
import type { LimitReason, RacePlan } from '../../../src/shared/race.ts'
import { missingEnvironment } from '../../../src/main/core/races/missing-environment.ts'
import { isOpen, nextSteps, type RaceStep } from '../../../src/main/core/races/next-steps.ts'
import { asksUser } from '../../../src/main/core/races/race-state.ts'
import { raceWinner } from '../../../src/main/core/races/race-winner.ts'
import { none, PLAN, RaceLogBuilder } from './race-log-builder.ts'

const usd = (amount: number) => ({ usd: amount, unpriced: 0, partial: 0 })

describe('an answer that is no success', () => {
  it.each([
    ['complete', 'Done.', { finish_reason: 'STOP' }, true],
    ['of an imported log, without an end', 'Done.', {}, true],
    ['cut at the limit', 'Half of', { finish_reason: 'LENGTH' }, false],
    ['withheld', 'I cannot', { finish_reason: 'CONTENT_FILTER' }, false],
    ['with an unknown end', 'Done.', { finish_reason: 'UNKNOWN' }, false],
    ['with an error', 'Done.', { finish_reason: 'ERROR' }, false],
    ['announcing a call that did not come', 'Let me see.', { finish_reason: 'TOOL_USE' }, false],
    ['with a call', 'Look:', { blocks: [{ type: 'tool_call', id: 'c', name: 'bash', arguments: {} }] }, false],
    ['empty', '', { finish_reason: 'STOP' }, false],
    ['of white space', ' \n\t', { finish_reason: 'STOP' }, false],
    ['of invisible characters', '\u200b\u2060', { finish_reason: 'STOP' }, false],
    ['of thinking alone', '', { finish_reason: 'STOP', thinking: 'Hm.' }, false],
  ] as const)('%s: its test is due, or not', (_, content, data, isDue) => {
    const log = new RaceLogBuilder()
    log.begin(['a'])
    log.step({ step: 'started', agent: 'a' })
    log.add({ agentId: 'a', turnId: 'turn', kind: 'assistant', content, data })
    expect(log.state.attempts[0]?.phase).toBe(isDue ? 'answered' : 'working')
    const due = nextSteps(log.state, none).filter(({ type }) => type === 'test')
    expect(due).toEqual(isDue ? [{ type: 'test', agentId: 'a' }] : [])
  })

  it.each(['cancelled', 'crash', 'error'] as const)('an answer that was interrupted (%s) is none', (reason) => {
    const log = new RaceLogBuilder()
    log.begin(['a'])
    log.step({ step: 'started', agent: 'a' })
    log.add({ agentId: 'a', turnId: 'turn', kind: 'interrupted', content: 'Half', data: { reason } })
    expect(log.state.attempts[0]?.phase).toBe('working')
  })
})

describe('nextSteps', () => {
  it('starts as many attempts as may work at once, and one more when one has passed', () => {
    const log = new RaceLogBuilder()
    log.begin(['a', 'b', 'c'])
    expect(nextSteps(log.state, none)).toEqual([
      { type: 'turn', agentId: 'a' },
      { type: 'turn', agentId: 'b' },
    ])
    log.step({ step: 'started', agent: 'a' })
    log.step({ step: 'started', agent: 'b' })
    log.answer('a')
    expect(nextSteps(log.state, { ...none, working: new Set(['b']) })).toEqual([{ type: 'test', agentId: 'a' }])
    log.test('a', true)
    expect(nextSteps(log.state, { ...none, working: new Set(['b']) })).toEqual([{ type: 'turn', agentId: 'c' }])
  })

  it('sends a failure back as often as it may, then ends without a winner', () => {
    const log = new RaceLogBuilder()
    log.begin(['a'])
    for (let round = 0; round <= PLAN.retries; round++) {
      const expected = round === 0 ? 'turn' : 'send_back'
      expect(nextSteps(log.state, none)).toEqual([{ type: expected, agentId: 'a' }])
      log.step({ step: 'started', agent: 'a' })
      if (round > 0) log.prompt('a')
      log.answer('a')
      log.test('a', false)
    }
    expect(nextSteps(log.state, none)).toEqual([{ type: 'end', winner: null }])
  })

  it('continues where the engine ended: with the prompt that is missing, without it, or with the test', () => {
    const log = new RaceLogBuilder()
    log.begin(['a'])
    log.step({ step: 'started', agent: 'a' })
    expect(nextSteps(log.state, none)).toEqual([{ type: 'turn', agentId: 'a' }])
    log.answer('a')
    expect(nextSteps(log.state, none)).toEqual([{ type: 'test', agentId: 'a' }])
    log.test('a', false)
    log.step({ step: 'started', agent: 'a' })
    expect(nextSteps(log.state, none)).toEqual([{ type: 'send_back', agentId: 'a' }])
    log.prompt('a')
    expect(nextSteps(log.state, none)).toEqual([{ type: 'turn', agentId: 'a' }])
  })

  it('ends all others when the first one has passed, if that one wins', () => {
    const log = new RaceLogBuilder()
    log.begin(['a', 'b', 'c'], { winner: 'first' })
    log.step({ step: 'started', agent: 'a' })
    log.step({ step: 'started', agent: 'b' })
    log.answer('b')
    log.test('b', true)
    expect(nextSteps(log.state, { ...none, working: new Set(['a']) })).toEqual([
      { type: 'leave', agentId: 'a', reason: 'decided' },
      { type: 'leave', agentId: 'c', reason: 'decided' },
    ])
    log.step({ step: 'left', agent: 'a', reason: 'decided' })
    log.step({ step: 'left', agent: 'c', reason: 'decided' })
    // The turn that was stopped is still ending.
    expect(nextSteps(log.state, { ...none, working: new Set(['a']) })).toEqual([])
    expect(nextSteps(log.state, none)).toEqual([{ type: 'end', winner: 'b' }])
  })

  it('starts nothing when the money is used up, but tests what was answered', () => {
    const log = new RaceLogBuilder()
    log.begin(['a', 'b', 'c'], { max_usd: 1, at_once: 3 })
    log.step({ step: 'started', agent: 'a' })
    log.answer('a')
    const situation = { ...none, working: new Set(['b']), costs: new Map([['a', usd(1)]]) }
    expect(nextSteps(log.state, situation)).toEqual([{ type: 'leave', agentId: 'c', reason: 'cost' }])
    log.step({ step: 'left', agent: 'c', reason: 'cost' })
    expect(nextSteps(log.state, situation)).toEqual([{ type: 'test', agentId: 'a' }])
  })

  it('stops when its time is over, and does not count the time in which it did not run', () => {
    const log = new RaceLogBuilder()
    log.begin(['a'], { max_minutes: 1 })
    log.step({ step: 'started', agent: 'a' }, 10)
    log.step({ step: 'resumed' }, 86_400)
    log.test('a', false)
    expect(log.state.activeMs).toBe(11_000)
    expect(log.state.attempts[0]?.activeMs).toBe(1_000)
    expect(nextSteps(log.state, { ...none, activeMs: 59_999 })).toEqual([{ type: 'send_back', agentId: 'a' }])
    expect(nextSteps(log.state, { ...none, activeMs: 60_000 })).toEqual([
      { type: 'leave', agentId: 'a', reason: 'time' },
    ])
  })

  it('ends every race, within its limits, whatever the tests say and whenever the engine ends', () => {
    const scenario = fc.record({
      attempts: fc.integer({ min: 1, max: 5 }),
      atOnce: fc.integer({ min: 1, max: 4 }),
      retries: fc.integer({ min: 0, max: 3 }),
      winner: fc.constantFrom('first', 'cheapest', 'smallest', 'fastest' as const),
      passes: fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
      order: fc.array(fc.nat(), { minLength: 200, maxLength: 200 }),
    })
    fc.assert(
      fc.property(scenario, ({ attempts, atOnce, retries, winner, passes, order }) => {
        const names = Array.from({ length: attempts }, (_, index) => `a${index}`)
        const log = new RaceLogBuilder()
        log.begin(names, { at_once: atOnce, retries, winner })
        const working = new Map<string, 'turn' | 'test'>()
        for (const chance of order) {
          if (log.state.hasEnded) break
          // The engine ends: what worked is forgotten.
          if (chance % 11 === 0) working.clear()
          for (const step of nextSteps(log.state, { ...none, working: new Set(working.keys()) })) {
            if (step.type === 'end') log.step({ step: 'ended', winner: step.winner })
            else if (step.type === 'limit') log.step({ step: 'limited', agent: step.agentId, reason: step.reason })
            else if (step.type === 'leave') log.step({ step: 'left', agent: step.agentId, reason: step.reason })
            else {
              working.set(step.agentId, step.type === 'test' ? 'test' : 'turn')
              if (step.type !== 'test') log.step({ step: 'started', agent: step.agentId })
              if (step.type === 'send_back') log.prompt(step.agentId)
            }
          }
          expect(working.size).toBeLessThanOrEqual(atOnce)
          const [agentId, work] = [...working][chance % Math.max(1, working.size)] ?? []
          if (agentId === undefined) continue
          working.delete(agentId)
          if (work === 'turn') log.answer(agentId)
          else log.test(agentId, passes[log.events.length % passes.length] ?? false)
        }
        const { state } = log
        expect(state.hasEnded).toBe(true)
        expect(state.winner).toBe(raceWinner(state.attempts, winner, new Map()))
        expect(state.winner === null).toBe(state.attempts.every(({ passedAt }) => passedAt === null))
        for (const attempt of state.attempts) {
          expect(isOpen(attempt, state)).toBe(false)
          expect(attempt.tries).toBeLessThanOrEqual(retries + 1)
        }
      }),
    )
  })
})

describe('an end that is not the work of the model', () => {
  type Case = readonly [
    name: string,
    given: {
      readonly baseline?: BaselineRun['outcome']
      readonly limit?: LimitReason
      readonly passed: boolean
      readonly lines?: number
      readonly missing?: string
      readonly exit_code?: number | null
      readonly plan?: Partial<RacePlan>
    },
    expected: string,
  ]
  const causesThatPass = [
    'Error: listen EADDRINUSE: address already in use :::3000\n',
    'OSError: [Errno 98] Address already in use\n',
    'panic: listen tcp :8080: bind: address already in use\n',
    'Error: ENOSPC: no space left on device, write\n',
    'cc1: error: a.o: No space left on device\n',
  ].map((output) => missingEnvironment({ output, exitCode: 1, counts: null }) ?? 'no cause')
  const cases: readonly Case[] = [
    ['a test that fails is sent back', { passed: false }, 'send_back'],
    ['a test that passes wins', { passed: true }, 'end a'],
    ['a test that passes without changes does not win', { passed: true, lines: 0 }, 'leave unchanged'],
    ['nor does it where the test passed before', { baseline: 'passes', passed: true, lines: 0 }, 'leave unchanged'],
    ['with changes it wins also where the test passed before', { baseline: 'passes', passed: true }, 'end a'],
    [
      'a flaky test gives no win to an attempt that did nothing',
      { baseline: 'fails', passed: true, lines: 0 },
      'leave unchanged',
    ],
    ['a limit of rounds, and the test fails', { limit: 'rounds', passed: false }, 'leave rounds'],
    ['a limit of rounds, and the test passes', { limit: 'rounds', passed: true }, 'end a'],
    ['a limit of rounds without changes', { limit: 'rounds', passed: true, lines: 0 }, 'leave unchanged'],
    ['a loop, and the test fails', { limit: 'loop', passed: false }, 'leave loop'],
    ['a loop, and the test passes', { limit: 'loop', passed: true }, 'end a'],
    ['used up money, and the test fails', { limit: 'cost', passed: false }, 'leave cost'],
    ['used up money, and the test passes', { limit: 'cost', passed: true }, 'end a'],
    ['used up time, and the test fails', { limit: 'time', passed: false }, 'leave time'],
    ['used up time, and the test passes', { limit: 'time', passed: true }, 'end a'],
    ['a missing package, without a baseline', { passed: false, missing: 'dep' }, 'leave environment'],
    ['a package that the attempt made missing', { baseline: 'fails', passed: false, missing: 'dep' }, 'send_back'],
    [
      'a package that the attempt made missing, green before',
      { baseline: 'passes', passed: false, missing: 'dep' },
      'send_back',
    ],
    [
      'the same after the last retry',
      { baseline: 'fails', passed: false, missing: 'dep', plan: { retries: 0 } },
      'end null',
    ],
    ...causesThatPass.flatMap((missing): Case[] => [
      [`${missing}, green before`, { baseline: 'passes', passed: false, missing }, 'leave environment'],
      [`${missing}, red before`, { baseline: 'fails', passed: false, missing }, 'leave environment'],
    ]),
    ['no network, green before', { baseline: 'passes', passed: false, missing: 'no network: ENOTFOUND' }, 'send_back'],
    ['a time limit, without a baseline', { passed: false, missing: 'not ended', exit_code: null }, 'send_back'],
    ['a lack of memory, without a baseline', { passed: false, missing: 'killed', exit_code: 137 }, 'send_back'],
  ]

  it.each(cases)('%s', (_name, { baseline, limit, passed, lines = 1, plan = {}, ...run }, expected) => {
    const log = new RaceLogBuilder()
    log.begin(['a'], plan)
    if (baseline !== undefined) log.step({ step: 'baseline', ...RUN, outcome: baseline })
    log.step({ step: 'started', agent: 'a' })
    if (limit === undefined) log.answer('a')
    else log.step({ step: 'limited', agent: 'a', reason: limit })
    expect(nextSteps(log.state, none)).toEqual([{ type: 'test', agentId: 'a' }])
    log.test('a', passed, lines, run)
    expect(nextSteps(log.state, none).map(said)).toEqual([expected])
    const [step] = nextSteps(log.state, none)
    if (step?.type !== 'leave') return
    log.step({ step: 'left', agent: 'a', reason: step.reason })
    expect(nextSteps(log.state, none).map(said)).toEqual(['end null'])
  })

  it.each([
    ['fails', undefined, false],
    ['fails', 'if_passes', false],
    ['fails', 'always', false],
    ['passes', undefined, true],
    ['passes', 'if_passes', false],
    ['passes', 'always', false],
    ['cannot_start', undefined, true],
    ['cannot_start', 'if_passes', true],
    ['cannot_start', 'always', false],
  ] as const)('of a test that %s, with the rule %s, is asked about: %s', (outcome, rule, asks) => {
    const log = new RaceLogBuilder()
    log.begin(['a', 'b'], rule === undefined ? {} : { go_on: rule })
    const before = log.state
    log.step({ step: 'baseline', ...RUN, outcome, missing: 'dep' })
    expect([asksUser(before), asksUser(log.state)]).toEqual([false, asks])
    const goOn = ['turn', 'turn']
    expect(nextSteps(log.state, none).map(said)).toEqual(asks ? [] : goOn)
    if (!asks) return
    log.step({ step: 'answered', go_on: true }, 3_600)
    // A later answer changes nothing, and the time of the question counts nowhere.
    log.step({ step: 'answered', go_on: false })
    expect([asksUser(log.state), log.state.goesOn, log.state.activeMs]).toEqual([false, true, 0])
    expect(nextSteps(log.state, none).map(said)).toEqual(goOn)
  })

  it.each([
    ['a test that cannot start', { missing: 'dep', exit_code: 127 }, 'leave environment'],
    ['a test that is ended in time', { missing: 'not ended', exit_code: null }, 'leave environment'],
    ['a test that fails', {}, 'send_back'],
  ] as const)('judges no attempt, where the test could not start before, by %s', (_name, run, expected) => {
    const log = new RaceLogBuilder()
    log.begin(['a'], { go_on: 'always' })
    log.step({ step: 'baseline', ...RUN, outcome: 'cannot_start', missing: 'dep' })
    log.step({ step: 'started', agent: 'a' })
    log.answer('a')
    log.test('a', false, 1, run)
    expect(nextSteps(log.state, none).map(said)).toEqual([expected])
    log.test('a', true)
    expect(nextSteps(log.state, none).map(said)).toEqual(['end a'])
  })

  it('stops turns when the time is over, and tests what they did', () => {
    const log = new RaceLogBuilder()
    log.begin(['a', 'b', 'c'], { max_minutes: 1, at_once: 3 })
    for (const agent of ['a', 'b']) log.step({ step: 'started', agent })
    log.answer('b')
    const over = { ...none, activeMs: 60_000, working: new Set(['a', 'b']) }
    expect(nextSteps(log.state, over)).toEqual([
      { type: 'limit', agentId: 'a', reason: 'time' },
      { type: 'leave', agentId: 'c', reason: 'time' },
    ])
    log.step({ step: 'limited', agent: 'a', reason: 'time' })
    log.step({ step: 'left', agent: 'c', reason: 'time' })
    expect(nextSteps(log.state, { ...over, working: new Set(['b']) }).map(said)).toEqual(['test'])
  })
})

const RUN = { passed: false, exit_code: 1, counts: null, duration_ms: 1 }

function said(step: RaceStep): string {
  if (step.type === 'end') return `end ${step.winner}`
  return step.type === 'leave' ? `leave ${step.reason}` : step.type
}

describe('raceWinner', () => {
  const log = new RaceLogBuilder()
  log.begin(['slow', 'dear', 'large', 'failed'])
  for (const agent of ['slow', 'dear', 'large', 'failed']) log.step({ step: 'started', agent })
  log.test('dear', true, 2)
  log.test('large', true, 9)
  log.test('slow', true, 1)
  log.test('failed', false, 0)
  const costs = new Map([
    ['slow', usd(2)],
    ['dear', usd(3)],
    ['large', usd(1)],
    ['failed', usd(0)],
  ])

  it.each([
    ['first', 'dear'],
    ['cheapest', 'large'],
    ['smallest', 'slow'],
    ['fastest', 'dear'],
  ] as const)('is, by the rule %s, %s', (rule, winner) => {
    expect(raceWinner(log.state.attempts, rule, costs)).toBe(winner)
  })

  it('takes an unknown cost for more than every known one', () => {
    const unknown = new Map([...costs, ['large', { usd: 0, unpriced: 1, partial: 0 }] as const])
    expect(raceWinner(log.state.attempts, 'cheapest', unknown)).toBe('slow')
  })
})
