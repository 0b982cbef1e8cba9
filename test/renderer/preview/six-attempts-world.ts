import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import type { PendingApproval } from '../../../src/shared/approval.ts'
import type { AgentSummary } from '../../../src/shared/agent-summary.ts'
import { NO_COST } from '../../../src/shared/cost-sum.ts'
import { type AttemptView, DEFAULT_PLAN, type RaceData, type RaceView } from '../../../src/shared/race.ts'
import type { PreviewWorld } from './preview-types.ts'
import { TREE, treeWorld } from './tree-world.ts'

const TESTS = 14
const MINUTE = 60_000

const run = (passed: number) => ({
  passed: passed === TESTS,
  exit_code: passed === TESTS ? 0 : 1,
  counts: { passed, failed: TESTS - passed, skipped: 0 },
  duration_ms: 3_200,
})

const choice = (
  provider: NonNullable<AgentSummary['choice']>['provider'],
  model: string,
  thinkingLevel: 'low' | 'med' | 'high',
) => ({ provider, model, thinkingLevel }) as const

/** The attempts in their order: what they are, and when they passed how many tests (minutes since the race began). */
const ATTEMPTS = [
  {
    name: 'Gemini 4 Argon',
    choice: choice('google', 'gemini-4-argon', 'low'),
    runs: [
      [6, 11],
      [12, 14],
    ],
    lines: [12, 4, 2],
    usd: 0.06,
    minutes: 12,
  },
  {
    name: 'Opus 5.5',
    choice: choice('anthropic', 'claude-opus-5-5', 'med'),
    runs: [
      [8, 10],
      [21, 14],
    ],
    lines: [31, 9, 3],
    usd: 0.31,
    minutes: 21,
  },
  {
    name: 'GPT-6.1 Sol',
    choice: choice('openai', 'gpt-6.1-sol', 'med'),
    runs: [
      [15, 13],
      [27, 14],
    ],
    lines: [18, 6, 2],
    usd: 0.12,
    minutes: 27,
  },
  {
    name: 'Sonnet 5.5',
    choice: choice('anthropic', 'claude-sonnet-5-5', 'med'),
    runs: [
      [10, 9],
      [19, 12],
    ],
    lines: [20, 2, 1],
    usd: 0.22,
    minutes: 30,
  },
  { name: 'Kimi K3', choice: choice('moonshot', 'kimi-k3', 'high'), runs: [], lines: [3, 0, 1], usd: 0.02, minutes: 5 },
  {
    name: 'GPT-6.1 Sol · 2',
    choice: choice('openai', 'gpt-6.1-sol', 'med'),
    runs: [
      [16, 8],
      [28, 9],
    ],
    lines: [88, 40, 7],
    usd: 0.5,
    minutes: 28,
  },
] as const

const ids = [5, 6, 7, 8, 9, 10].map((index) => `${String(index).padStart(8, '0')}-0000-4000-8000-000000000000`)
const idOf = (index: number): string => ids[index] ?? ''

const BEGUN = Date.parse('2026-11-20T09:10:00.000Z')
const FAILURES = `✕ Sunday 00:20 is on Saturday’s board :88
  expected 'on time', got 'cancelled'
✕ board keeps 14 rows after midnight :104
  expected 14, got 11`

/** What each attempt is at, by its place. */
const STATES: readonly Partial<AttemptView>[] = [
  { phase: 'passed' },
  { phase: 'passed', tries: 1 },
  { phase: 'out', left: { reason: 'decided', message: null } },
  { phase: 'working', tries: 1 },
  { phase: 'working', tries: 0 },
  { phase: 'out', left: { reason: 'cost', message: null } },
]

/** The race that an agent of that world is. */
export const SIX_ATTEMPTS: RaceView = {
  agentId: TREE.race,
  name: 'Six attempts',
  plan: {
    ...DEFAULT_PLAN,
    task: 'Make the Saturday board right after midnight. Don’t touch the old timetable API.',
    test: 'npm test -- board',
    winner: 'smallest',
    max_usd: 3,
    retries: 2,
  },
  folder: '/home/ada/tidewatch',
  commit: '3f2a91c0d5b7e6f4a8c9d0e1f2a3b4c5d6e7f809',
  baseline: { ...run(6), outcome: 'fails' },
  attempts: ATTEMPTS.map(({ name, runs, lines: [added, removed, files], usd, minutes }, index) => ({
    agentId: idOf(index),
    name,
    phase: 'passed',
    tries: runs.length,
    test: runs.length === 0 ? null : run(runs.at(-1)?.[1] ?? 0),
    changes: { files, added, removed },
    changedTests: [],
    cost: { ...NO_COST, usd },
    activeMs: minutes * MINUTE,
    limit: null,
    timedOut: null,
    left: null,
    ...STATES[index],
  })),
  cost: { ...NO_COST, usd: 1.23 },
  activeMs: 30 * MINUTE,
  status: 'running',
  winner: idOf(0),
  adopted: null,
}

const QUESTION: PendingApproval = {
  id: 'asks-edit',
  agentId: idOf(4),
  callId: 'edit',
  tool: 'file_edit',
  subject: '/home/ada/tidewatch/departures.test.ts',
  access: 'write',
  isInFolder: true,
  askedAt: BEGUN + 5 * MINUTE,
  patterns: ['/home/ada/tidewatch/departures.test.ts'],
}

const TYPES: ReadonlyMap<string, 'needs_approval' | 'tools'> = new Map([
  ['Kimi K3', 'needs_approval'],
  ['Sonnet 5.5', 'tools'],
])

/** The tree of agents, of which one is a race of six attempts. */
export function sixAttemptsWorld(): PreviewWorld {
  const world = treeWorld()
  let id = 1_000
  const step = (minutes: number, data: RaceData, content: string | null = null): AgentEvent => ({
    id: (id += 1),
    sessionId: 1,
    createdAt: new Date(BEGUN + minutes * MINUTE).toISOString(),
    agentId: TREE.race,
    turnId: null,
    kind: 'race',
    content,
    data,
  })
  const changes = { files: 1, added: 1, removed: 1 }
  const tested = ATTEMPTS.flatMap(({ runs }, index) =>
    runs.map(([minutes, passed]) => ({ minutes, agent: idOf(index), run: run(passed) })),
  ).toSorted((first, second) => first.minutes - second.minutes)
  const events = [
    step(0, { step: 'begun', plan: SIX_ATTEMPTS.plan, attempts: ids }),
    ...tested.map(({ minutes, agent, run: each }) =>
      step(minutes, { step: 'tested', agent, changes, changed_tests: [], ...each }, each.passed ? '' : FAILURES),
    ),
  ]
  const agents = world.agents.map((agent) => {
    const attempt = ATTEMPTS[ids.indexOf(agent.id)]
    if (attempt === undefined) return agent
    const type = TYPES.get(attempt.name) ?? 'idle'
    return { ...agent, name: attempt.name, choice: attempt.choice, activity: { type } } as const
  })
  return { ...world, agents, pending: [QUESTION], events: new Map(world.events).set(TREE.race, events) }
}
