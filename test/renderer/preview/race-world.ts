import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import type { AppliedChanges } from '../../../src/shared/agent-worktree.ts'
import { NO_COST } from '../../../src/shared/cost-sum.ts'
import { type AttemptView, DEFAULT_PLAN, type RaceData, type RaceView } from '../../../src/shared/race.ts'
import type { PreviewWorld } from './preview-types.ts'
import { busyScenario, CHILD, OTHER, ROOT, SIBLING } from './preview-world.ts'

const run = (passed: number, failed: number) => ({
  passed: failed === 0,
  exit_code: failed === 0 ? 0 : 1,
  counts: { passed, failed, skipped: 0 },
  duration_ms: 3_200,
})

const OUT: AttemptView = {
  agentId: OTHER,
  name: 'mistral-medium-latest · 1',
  phase: 'out',
  tries: 3,
  test: run(12, 2),
  changes: { files: 7, added: 88, removed: 40 },
  changedTests: ['test/token.test.ts'],
  cost: { ...NO_COST, usd: 0.5 },
  activeMs: 238_000,
  limit: null,
  timedOut: null,
  left: { reason: 'tests', message: null },
}

/** The race that the first agent is in that world. */
export const RACE: RaceView = {
  agentId: ROOT,
  name: 'Race',
  plan: { ...DEFAULT_PLAN, task: 'Check the audience.', test: 'npm test', max_usd: 3 },
  folder: '/home/ada/gateway',
  commit: null,
  baseline: { ...run(12, 2), outcome: 'fails' },
  attempts: [
    {
      ...OUT,
      agentId: CHILD,
      name: 'GPT-5 mini · 1',
      phase: 'passed',
      tries: 1,
      test: run(14, 0),
      changes: { files: 3, added: 12, removed: 4 },
      changedTests: [],
      cost: { ...NO_COST, usd: 0.06 },
      activeMs: 72_000,
      left: null,
    },
    { ...OUT, agentId: SIBLING, name: 'Gemini 2.5 Flash · 1', tries: 1, left: { reason: 'decided', message: null } },
    OUT,
  ],
  cost: { ...NO_COST, usd: 1.06 },
  activeMs: 238_000,
  status: 'ended',
  winner: CHILD,
  adopted: null,
}

const FILE = { status: 'modified', added: 4, removed: 2 } as const

/** The same race, as it asks whether to go on after its test could not start. */
const ASKING_RACE: RaceView = {
  ...RACE,
  status: 'asks',
  winner: null,
  baseline: {
    passed: false,
    exit_code: 127,
    counts: null,
    duration_ms: 40,
    outcome: 'cannot_start',
    missing: 'command not found: vitest',
    last_lines: '> gateway@1.0.0 test\n\nsh: 1: vitest: not found',
  },
  attempts: RACE.attempts.map((attempt) => ({
    ...attempt,
    phase: 'waiting',
    tries: 0,
    test: null,
    changes: null,
    changedTests: [],
    cost: NO_COST,
    activeMs: 0,
    left: null,
  })),
  cost: NO_COST,
  activeMs: 0,
}

/** What adopting its winner would write. */
export const ADOPTION: AppliedChanges = {
  folder: RACE.folder,
  files: [
    { ...FILE, path: 'src/gateway/verify.ts', state: 'conflict' },
    {
      ...FILE,
      path: 'src/gateway/a-folder-with-a-long-name/middleware-that-checks-the-audience.ts',
      state: 'conflict',
    },
    { ...FILE, path: 'src/gateway/token.ts', state: 'clean' },
  ],
  eventId: null,
}

/** The same race after its steps: before any answer it asks. */
export function raceAfter(steps: readonly RaceData[]): RaceView {
  const answer = steps.find((data) => data.step === 'answered')
  if (answer !== undefined) return { ...ASKING_RACE, status: answer.go_on ? 'running' : 'ended' }
  return steps.some(({ step }) => step === 'baseline') ? ASKING_RACE : RACE
}

/** The first agent is a race whose test could not start before any attempt. */
export function askingRaceWorld(): PreviewWorld {
  const { baseline } = ASKING_RACE
  return baseline === null ? raceWorld() : raceWorld({ step: 'baseline', ...baseline })
}

/** The first agent is a race of three attempts, one of which has passed. */
export function raceWorld(data: RaceData = { step: 'ended', winner: CHILD }): PreviewWorld {
  const world = busyScenario()
  const step: AgentEvent = {
    id: Math.max(0, ...[...world.events.values()].flat().map(({ id }) => id)) + 1,
    sessionId: 1,
    createdAt: '2026-11-20T09:10:00.000Z',
    agentId: ROOT,
    turnId: null,
    kind: 'race',
    content: null,
    data,
  }
  const attempts: ReadonlySet<string> = new Set(RACE.attempts.map(({ agentId }) => agentId))
  const agents = world.agents.map((agent) =>
    attempts.has(agent.id) ? ({ ...agent, parentId: ROOT, forkReason: 'race' } as const) : agent,
  )
  return { ...world, agents, events: new Map(world.events).set(ROOT, [...(world.events.get(ROOT) ?? []), step]) }
}
