import { NO_COST } from '../../../src/shared/cost-sum.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import type { CaseView, EvaluationView, ModelResult } from '../../../src/shared/evaluation.ts'
import type { PreviewWorld } from './preview-types.ts'
import { busyScenario, CHILD, LONG, OTHER, ROOT } from './preview-world.ts'

const MODEL = 'claude-haiku-4-5/low'
const OTHER_MODEL = 'gpt-5-mini/low'
const cost = { ...NO_COST, usd: 0.03 }

const result = (model: string, passed: number): ModelResult => ({
  model,
  planned: 2,
  checked: 2,
  passed,
  failed: 0,
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
  sha256: 'a'.repeat(64),
  planned: 4,
  checked: 4,
  failed: 0,
  models: [result(MODEL, 1), result(OTHER_MODEL, 2)],
  pairs: [],
  cases: [
    shown(CHILD, 'sum', MODEL, 'not_passed'),
    shown(LONG, 'sum', OTHER_MODEL, 'passed'),
    shown(OTHER, 'totals', MODEL, 'passed'),
    shown(OTHER, 'totals', OTHER_MODEL, 'passed'),
  ],
  cost,
}

/** The first agent is an evaluation. */
export function evaluationWorld(): PreviewWorld {
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
    data: { step: 'checked', agent: CHILD, passed: true, checks: [], event: 1, latency_ms: null },
  }
  return { ...world, events: new Map(world.events).set(ROOT, [...before, step]) }
}
