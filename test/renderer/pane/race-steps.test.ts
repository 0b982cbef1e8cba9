import { expect, it } from 'vitest'

import { attemptState } from '../../../src/renderer/pane/attempt-state.ts'
import { failingLines, printedFailure, raceRuns } from '../../../src/renderer/pane/race-steps.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import { type AttemptView, DEFAULT_PLAN, type RaceData } from '../../../src/shared/race.ts'
import { RACE } from '../preview/race-world.ts'

const step = (id: number, second: number, data: RaceData, content: string | null = null): AgentEvent => ({
  id,
  sessionId: 1,
  agentId: 'race',
  turnId: null,
  createdAt: `2026-11-20T09:10:${String(second).padStart(2, '0')}.000Z`,
  kind: 'race',
  content,
  data,
})
const tested = (agent: string, passed: number, failed: number): RaceData => ({
  step: 'tested',
  agent,
  passed: failed === 0,
  exit_code: failed === 0 ? 0 : 1,
  counts: { passed, failed, skipped: 0 },
  duration_ms: 1,
  changes: { files: 1, added: 1, removed: 0 },
  changed_tests: [],
})
const EVENTS = [
  step(1, 0, { step: 'begun', plan: DEFAULT_PLAN, attempts: ['a', 'b'] }),
  step(2, 10, tested('a', 12, 2), 'ok 1\nnot ok 2 - midnight\n  expected 1, got 2\n\nnot ok 3 - rows\n'),
  step(3, 20, tested('b', 14, 0), 'all fine'),
  step(4, 30, tested('a', 13, 1), 'not ok 3 - rows'),
]

it('reads when each attempt passed how many tests, since the race began', () => {
  expect([...raceRuns(EVENTS)]).toEqual([
    [
      'a',
      [
        { at: 10_000, passed: 12, failed: 2 },
        { at: 30_000, passed: 13, failed: 1 },
      ],
    ],
    ['b', [{ at: 20_000, passed: 14, failed: 0 }]],
  ])
  // The beginning is not loaded.
  expect(raceRuns(EVENTS.slice(1)).size).toBe(0)
})

it('shows what the newest run of an attempt says about failures, and nothing of one that passed', () => {
  expect([printedFailure(EVENTS, 'a'), printedFailure(EVENTS, 'b'), printedFailure(EVENTS, 'c')]).toEqual([
    ['not ok 3 - rows'],
    null,
    null,
  ])
})

it.each([
  ['TAP', 'ok 1\nnot ok 2 - midnight\n  expected 1, got 2\n\nok 3', ['not ok 2 - midnight', '  expected 1, got 2']],
  ['vitest', ' ✓ one\n × two 3ms\n   → expected 4', [' × two 3ms', '   → expected 4']],
  [
    'go',
    '--- PASS: TestA\n--- FAIL: TestB (0.00s)\n    b_test.go:9: no',
    ['--- FAIL: TestB (0.00s)', '    b_test.go:9: no'],
  ],
  ['pytest', '1 passed\nFAILED test_x.py::test_y - assert 1 == 2', ['FAILED test_x.py::test_y - assert 1 == 2']],
  ['an unknown program', 'one\ntwo', ['one', 'two']],
])('finds the failing tests in the output of %s', (_, output, lines) => {
  expect(failingLines(output)).toEqual(lines)
})

const attempt = (changed: Partial<AttemptView>): AttemptView => ({
  ...RACE.attempts.reduce((first) => first),
  left: null,
  limit: null,
  ...changed,
})
const race = { ...RACE, plan: { ...DEFAULT_PLAN, max_usd: 0.5 }, cost: { ...RACE.cost, usd: 0.5 } }
const passing = { passed: true, exit_code: 0, counts: null, duration_ms: 1 }

it.each([
  [attempt({ phase: 'passed', tries: 1 }), false, ['Passed', null]],
  [attempt({ phase: 'passed', tries: 2 }), false, ['Passed', 'on its 2nd try']],
  [attempt({ phase: 'passed', tries: 1, limit: 'time' }), false, ['Passed', 'out of time']],
  [
    attempt({ phase: 'out', test: passing, left: { reason: 'decided', message: null } }),
    false,
    ['Passed', 'decided before it finished'],
  ],
  [
    attempt({ phase: 'out', test: null, left: { reason: 'decided', message: null } }),
    false,
    ['Ended', 'decided before it finished'],
  ],
  [attempt({ phase: 'working', tries: 1 }), false, ['Fixing', 'try 2 of 4']],
  [attempt({ phase: 'working', tries: 0 }), false, ['Working', null]],
  [attempt({ phase: 'working', tries: 0 }), true, ['Needs you', 'waits for your answer']],
  [
    attempt({ phase: 'out', left: { reason: 'cost', message: null } }),
    false,
    ['Budget used', 'all attempts: $0.50 of $0.50'],
  ],
  [attempt({ phase: 'out', left: { reason: 'loop', message: null } }), false, ['Ended', 'repeats itself']],
])('says once what an attempt does or how it ended: %#', (view, waits, said) => {
  const { title, detail } = attemptState(view, race, waits)
  expect([title, detail]).toEqual(said)
})
