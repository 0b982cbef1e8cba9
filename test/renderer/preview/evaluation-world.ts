import { NO_COST } from '../../../src/shared/cost-sum.ts'
import type { AgentSummary } from '../../../src/shared/agent-summary.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import type {
  CaseView,
  EvaluationData,
  EvaluationView,
  ModelResult,
  PairResult,
} from '../../../src/shared/evaluation.ts'
import type { PreviewWorld } from './preview-types.ts'
import { busyScenario, CHILD, LONG, OTHER, ROOT, SIBLING } from './preview-world.ts'

const MODEL = 'claude-haiku-4-5/low'
const OTHER_MODEL = 'gpt-5-mini/low'
const cost = { ...NO_COST, usd: 0.03 }

const result = (model: string, passed: number): ModelResult => ({
  model,
  planned: 2,
  checked: 2,
  passed,
  failed: 0,
  notJudged: 0,
  rate: passed / 2,
  interval: { low: 0.01, high: 0.99 },
  wilson: { low: 0.09, high: 0.91 },
  cost,
  medianLatencyMs: 8_400,
})

const shown = (agentId: string, task: string, model: string, state: CaseView['state']): CaseView => ({
  agentId,
  task,
  model,
  repeat: 1,
  state,
  checks: [],
  message: null,
  latencyMs: 8_400,
  cost,
})

/** The results that the first agent has in that world. */
export const EVALUATION: EvaluationView = {
  agentId: ROOT,
  name: 'Figures',
  file: '/home/ada/figures.yaml',
  sha256: 'a'.repeat(64),
  status: 'ended',
  planned: 4,
  checked: 4,
  failed: 0,
  notJudged: 0,
  baselines: [],
  models: [result(MODEL, 1), result(OTHER_MODEL, 2)],
  pairs: [{ a: OTHER_MODEL, b: MODEL, better: 1, worse: 0, equal: 1, difference: 0.5, p: 1 }],
  cases: [
    shown(CHILD, 'sum', MODEL, 'not_passed'),
    shown(LONG, 'sum', OTHER_MODEL, 'passed'),
    shown(OTHER, 'totals', MODEL, 'passed'),
    shown(OTHER, 'totals', OTHER_MODEL, 'passed'),
  ],
  cost,
}

/** The same evaluation, as it asks whether to go on after what its tests have shown. */
const ASKING: EvaluationView = {
  ...EVALUATION,
  status: 'asks',
  checked: 1,
  notJudged: 1,
  baselines: [
    {
      tasks: ['sum'],
      command: 'vitest run',
      outcome: 'cannot_start',
      missing: 'command not found: vitest',
      last_lines: 'sh: 1: vitest: not found',
      passed: false,
      exit_code: 127,
      counts: null,
      duration_ms: 30,
    },
    {
      tasks: ['totals', 'rounding'],
      command: 'node --test',
      outcome: 'passes',
      passed: true,
      exit_code: 0,
      counts: null,
      duration_ms: 80,
    },
  ],
  cases: [shown(CHILD, 'sum', MODEL, 'not_judged'), shown(OTHER, 'totals', MODEL, 'passed')],
}

/** The evaluation after its steps: before any answer it asks. */
export function evaluationAfter(steps: readonly EvaluationData[]): EvaluationView {
  const answer = steps.find((data) => data.step === 'answered')
  if (answer !== undefined) return { ...ASKING, status: answer.go_on ? 'running' : 'stopped' }
  return steps.some(({ step }) => step === 'baseline') ? ASKING : EVALUATION
}

/** The first agent is an evaluation whose tests could not start, or passed, before any request. */
export function askingEvaluationWorld(): PreviewWorld {
  const [first] = ASKING.baselines
  return first === undefined ? evaluationWorld() : evaluationWorld({ step: 'baseline', ...first })
}

/** Its models against those of the other evaluation of that world. */
export const COMPARED_RUNS: readonly PairResult[] = [
  { a: MODEL, b: MODEL, better: 0, worse: 9, equal: 1, difference: -0.875, p: 0.00390625 },
]

const CHECKED = { step: 'checked', agent: CHILD, passed: true, checks: [], event: 1, latency_ms: null } as const

/** The first agent is an evaluation, and the long talk another one. */
export function evaluationWorld(data: EvaluationData = CHECKED): PreviewWorld {
  const world = busyScenario()
  const before = world.events.get(ROOT) ?? []
  const step: AgentEvent = {
    id: Math.max(0, ...[...world.events.values()].flat().map(({ id }) => id)) + 1,
    sessionId: 1,
    createdAt: '2026-11-20T09:10:00.000Z',
    agentId: ROOT,
    turnId: null,
    kind: 'evaluation',
    content: null,
    data,
  }
  const agents = world.agents.map((agent): AgentSummary =>
    agent.id === SIBLING ? { ...agent, parentId: LONG, forkReason: 'evaluation' } : agent,
  )
  return { ...world, agents, events: new Map(world.events).set(ROOT, [...before, step]) }
}
