import { addCosts, type CostSum, NO_COST } from '../../../shared/cost-sum.ts'
import type { CaseView, EvaluationView, ModelResult, PairResult } from '../../../shared/evaluation.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { exactInterval, wilsonInterval, signTest } from '../statistics/rate-intervals.ts'
import { askedBaselines, caseId, type CaseState, type EvaluationState } from './evaluation-state.ts'

interface Surroundings {
  readonly agentId: AgentId
  /** Of each case with its descendants, and of the whole evaluation. */
  readonly costs: ReadonlyMap<AgentId, CostSum>
  /** In any engine. */
  readonly isRunning: boolean
}

/** How sure all intervals of an evaluation together are. */
const CONFIDENCE = 0.95

/** Returns an evaluation as it is shown. */
export function evaluationView(state: EvaluationState, { agentId, costs, isRunning }: Surroundings): EvaluationView {
  const cases = inOrder(state).map((each) => caseView(each, costs))
  const models = [...state.repeats].map(([model, repeat]) =>
    modelResult(
      model,
      cases.filter((each) => each.model === model),
      {
        planned: state.tasks.length * repeat,
        // The intervals of all models are all right at once only if each is right more often.
        confidence: 1 - (1 - CONFIDENCE) / state.repeats.size,
      },
    ),
  )
  const sum = (of: (result: ModelResult) => number): number => models.reduce((total, each) => total + of(each), 0)
  const planned = sum((result) => result.planned)
  const checked = sum((result) => result.checked)
  return {
    agentId,
    name: state.name,
    file: state.file,
    sha256: state.sha256,
    status: isRunning
      ? 'running'
      : checked === planned
        ? 'ended'
        : askedBaselines(state).length > 0
          ? 'asks'
          : 'stopped',
    planned,
    checked,
    failed: sum(({ failed }) => failed),
    notJudged: sum(({ notJudged }) => notJudged),
    baselines: [...state.baselines.values()],
    models,
    pairs: pairsOf(state),
    cases,
    cost: costs.get(agentId) ?? NO_COST,
  }
}

/** The cases by task, model and repetition. They are asked in another order. */
function inOrder({ tasks, repeats, cases }: EvaluationState): readonly CaseState[] {
  return tasks.flatMap((task) =>
    [...repeats].flatMap(([model, count]) =>
      Array.from({ length: count }, (_, index) => cases.get(caseId({ task, model, repeat: index + 1 }))).flatMap(
        (each) => each ?? [],
      ),
    ),
  )
}

/** Compares the models of two runs that have the same names. `a` is the first run. */
export function compareRuns(first: EvaluationState, second: EvaluationState): readonly PairResult[] {
  return [...first.repeats.keys()]
    .filter((model) => second.repeats.has(model))
    .map((model) => {
      const side = ({ cases }: EvaluationState) => ({ name: model, rates: taskRates(cases.values(), model) })
      return compareRates(side(first), side(second))
    })
}

function pairsOf({ repeats, cases }: EvaluationState): readonly PairResult[] {
  const sides = [...repeats.keys()].map((name) => ({ name, rates: taskRates(cases.values(), name) }))
  return sides.flatMap((a, index) => sides.slice(index + 1).map((b) => compareRates(a, b)))
}

function caseView(
  { task, model, repeat, agentId, checked, failure, isNotJudged, latencyMs }: CaseState,
  costs: Surroundings['costs'],
): CaseView {
  const open = failure === null ? 'open' : isNotJudged ? 'not_judged' : 'failed'
  return {
    task,
    model,
    repeat,
    agentId,
    state: checked === null ? open : checked.passed ? 'passed' : 'not_passed',
    checks: checked?.checks ?? [],
    message: failure,
    latencyMs,
    cost: costs.get(agentId) ?? NO_COST,
  }
}

function modelResult(
  model: string,
  cases: readonly CaseView[],
  { planned, confidence }: { readonly planned: number; readonly confidence: number },
): ModelResult {
  const passed = cases.filter(({ state }) => state === 'passed').length
  const checked = passed + cases.filter(({ state }) => state === 'not_passed').length
  return {
    model,
    planned,
    checked,
    passed,
    failed: cases.filter(({ state }) => state === 'failed').length,
    notJudged: cases.filter(({ state }) => state === 'not_judged').length,
    rate: checked === 0 ? null : passed / checked,
    interval: exactInterval(passed, checked, confidence),
    wilson: wilsonInterval(passed, checked),
    cost: cases.reduce((sum, { cost }) => addCosts(sum, cost), NO_COST),
    medianLatencyMs: median(cases.flatMap(({ latencyMs }) => latencyMs ?? [])),
  }
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** The pass rates of one model, by task. */
type TaskRates = ReadonlyMap<string, number>

/** Returns the pass rates of a model at the tasks of which it has a checked case. */
function taskRates(cases: Iterable<CaseState>, model: string): TaskRates {
  const tallies = new Map<string, { readonly passed: number; readonly checked: number }>()
  for (const { task, model: own, checked } of cases) {
    if (own !== model || checked === null) continue
    const { passed, checked: count } = tallies.get(task) ?? { passed: 0, checked: 0 }
    tallies.set(task, { passed: passed + (checked.passed ? 1 : 0), checked: count + 1 })
  }
  return new Map([...tallies].map(([task, { passed, checked }]) => [task, passed / checked]))
}

/**
 * Compares two models, or two runs of one, at the tasks that both have results for. A task counts once, however often it
 * was repeated, because its repetitions say little about other tasks.
 */
function compareRates(
  a: { readonly name: string; readonly rates: TaskRates },
  b: { readonly name: string; readonly rates: TaskRates },
): PairResult {
  const differences = [...a.rates].flatMap(([task, rate]) => {
    const other = b.rates.get(task)
    return other === undefined ? [] : [rate - other]
  })
  const better = differences.filter((difference) => difference > 0).length
  const worse = differences.filter((difference) => difference < 0).length
  const sum = differences.reduce((total, difference) => total + difference, 0)
  return {
    a: a.name,
    b: b.name,
    better,
    worse,
    equal: differences.length - better - worse,
    difference: differences.length === 0 ? 0 : sum / differences.length,
    p: signTest(better, worse),
  }
}
