import type { PairResult } from '../../../shared/evaluation.ts'
import { signTest } from '../statistics/rate-intervals.ts'
import type { CaseState } from './evaluation-state.ts'

/** The pass rates of one model, by task. */
export type TaskRates = ReadonlyMap<string, number>

/** Returns the pass rates of a model at the tasks of which it has a checked case. */
export function taskRates(cases: Iterable<CaseState>, model: string): TaskRates {
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
export function compareRates(
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
