import { describe, expect, it } from 'vitest'

import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import type { CaseKey, EvaluationData } from '../../../src/shared/evaluation.ts'
import { type EvaluationTask, wantedCases } from '../../../src/main/core/evaluations/evaluation-plan.ts'
import { evaluationState, type EvaluationState } from '../../../src/main/core/evaluations/evaluation-state.ts'
import { compareRuns, evaluationView } from '../../../src/main/core/evaluations/evaluation-view.ts'
import { seededRandom } from '../../support/seeded-random.ts'

const MODELS = ['a/low', 'b/low', 'c/low'] as const

function stateOf(steps: readonly EvaluationData[]): EvaluationState {
  const events = steps.map((data, index): AgentEvent => ({
    id: index + 1,
    sessionId: 1,
    createdAt: '2026-11-25T00:00:00.000Z',
    agentId: 'evaluation',
    turnId: null,
    kind: 'evaluation',
    content: null,
    data,
  }))
  const state = evaluationState(events)
  if (state === null) throw new Error('No step `begun`')
  return state
}

const BEGUN = { step: 'begun', name: 'e', file: 'e.yaml', sha256: 'abc' } as const

const agentOf = ({ task, model, repeat }: CaseKey): string => `${task} ${model} ${repeat}`

/** The steps of a case whose answer was checked. */
function checked(key: CaseKey, passed: boolean, latency: number | null = null): readonly EvaluationData[] {
  const agent = agentOf(key)
  return [
    { step: 'case', agent, ...key },
    { step: 'checked', agent, passed, checks: [], event: 1, latency_ms: latency },
  ]
}

const view = (state: EvaluationState) =>
  evaluationView(state, { agentId: 'evaluation', costs: new Map(), isRunning: false })

describe('the results of an evaluation', () => {
  it('contain the true rates in at least 95 of 100 runs of 30 tasks, 3 models and 3 repetitions', () => {
    const tasks = Array.from({ length: 30 }, (_, index) => `t${index}`)
    const seed = 20_261_125
    const random = seededRandom(seed)
    let right = 0
    for (let run = 0; run < 100; run++) {
      // Tasks are hard or easy; the true rate of a model is the mean over the tasks.
      const rates = MODELS.map(() => tasks.map(() => random() ** (run % 3 === 0 ? 0.2 : 1)))
      const steps = MODELS.flatMap((model, m) =>
        tasks.flatMap((task, t) =>
          [1, 2, 3].flatMap((repeat) => checked({ task, model, repeat }, random() < (rates[m]?.[t] ?? 0))),
        ),
      )
      const { models } = view(stateOf([BEGUN, { step: 'run', tasks, models: MODELS, repeat: 3 }, ...steps]))
      const isRight = models.every(({ interval }, m) => {
        const rate = (rates[m] ?? []).reduce((sum, each) => sum + each, 0) / tasks.length
        return interval !== null && interval.low <= rate && rate <= interval.high
      })
      if (isRight) right++
    }
    expect(right, `seed ${seed}`).toBeGreaterThanOrEqual(95)
  })

  it('count what failed or is open neither as passed nor as not passed', () => {
    const [task, model] = ['t', 'a/low']
    const open = { task, model, repeat: 3 }
    const failed = { task, model, repeat: 4 }
    const state = stateOf([
      BEGUN,
      { step: 'run', tasks: [task], models: [model], repeat: 5 },
      ...checked({ task, model, repeat: 1 }, true, 100),
      ...checked({ task, model, repeat: 2 }, false, 300),
      { step: 'case', agent: agentOf(open), ...open },
      { step: 'case', agent: agentOf(failed), ...failed },
      { step: 'failed', agent: agentOf(failed), message: 'No.' },
    ])
    const { models, cases, planned, ...sums } = view(state)
    expect(models[0]).toMatchObject({ planned: 5, checked: 2, passed: 1, failed: 1, rate: 0.5, medianLatencyMs: 200 })
    expect([planned, sums.checked, sums.failed]).toEqual([5, 2, 1])
    expect(cases.map(({ state: each }) => each)).toEqual(['passed', 'not_passed', 'open', 'failed'])
  })

  it('ask what has no result, the first repetition of all tasks and models first', () => {
    const done = { task: 'u', model: 'a/low', repeat: 1 }
    const tasks = ['t', 'u'].map((name): EvaluationTask => ({
      name,
      prompt: name,
      system: null,
      attachments: [],
      folder: null,
      checks: [],
    }))
    const plan = { tasks, runs: [{ models: ['a/low', 'b/low'], repeat: 2 }] }
    const failed = { task: 't', model: 'b/low', repeat: 1 }
    const steps: readonly EvaluationData[] = [
      BEGUN,
      ...checked(done, false),
      { step: 'case', agent: agentOf(failed), ...failed },
      { step: 'failed', agent: agentOf(failed), message: 'No.' },
    ]
    expect(wantedCases(plan, stateOf(steps)).map(agentOf)).toEqual([
      't a/low 1',
      't b/low 1',
      'u b/low 1',
      't a/low 2',
      't b/low 2',
      'u a/low 2',
      'u b/low 2',
    ])
  })

  it('compare models and runs by task, not by repetition', () => {
    const run = (passes: Readonly<Record<string, readonly boolean[]>>): EvaluationState => {
      const tasks = ['t1', 't2', 't3']
      const cases = Object.entries(passes).flatMap(([model, results]) =>
        results.flatMap((passed, index) =>
          checked({ task: tasks[index % 3] ?? '', model, repeat: 1 + Math.floor(index / 3) }, passed),
        ),
      )
      return stateOf([BEGUN, { step: 'run', tasks, models: Object.keys(passes), repeat: 2 }, ...cases])
    }
    const first = run({ 'a/low': [true, true, false, true, false, false], 'b/low': [false, false, false] })
    expect(view(first).pairs).toEqual([
      { a: 'a/low', b: 'b/low', better: 2, worse: 0, equal: 1, difference: 0.5, p: 0.5 },
    ])
    const second = run({ 'a/low': [true, false, true] })
    expect(compareRuns(first, second)).toEqual([
      { a: 'a/low', b: 'a/low', better: 1, worse: 1, equal: 1, difference: expect.closeTo(-1 / 6), p: 1 },
    ])
  })
})
