import type { StepResult } from './test-steps.ts'
import type { TestProblem } from './tally.ts'

/** Enough for the message of an error, few enough for several errors in the last lines of a log. */
const ERROR_LINES = 20
const LINE_LENGTH = 240

/** Prints the results, and sets the exit code: 1 if anything failed. */
export function printResults(results: readonly StepResult[]): void {
  console.log(describeResults(results))
  process.exitCode = results.every(({ tally }) => tally.failed.length === 0) ? 0 : 1
}

/**
 * Describes how long each step took, then what failed and what is flaky, with the beginning of each error, because the
 * end of a log is what continuous integration shows. The last line is machine-readable: `N passed, N failed`.
 */
export function describeResults(results: readonly StepResult[]): string {
  const failed = results.flatMap(({ step, tally }) => tally.failed.map((problem) => describe('failed', step, problem)))
  const flaky = results.flatMap(({ step, tally }) => tally.flaky.map((problem) => describe('flaky', step, problem)))
  const passed = results.reduce((sum, { tally }) => sum + tally.passed, 0)
  return [
    ...timeTable(results),
    '',
    ...flaky,
    ...failed,
    ...(flaky.length === 0 ? [] : [`${flaky.length} flaky: passed only when retried`]),
    `${passed} passed, ${failed.length} failed`,
  ].join('\n')
}

/** One line for each step, in the order in which they ended. */
function timeTable(results: readonly StepResult[]): readonly string[] {
  const width = Math.max(...results.map(({ step }) => step.length))
  const row = (step: string, elapsed: string, processor: string): string =>
    `${step.padEnd(width)}  ${elapsed.padStart(8)}  ${processor.padStart(9)}`
  const inSeconds = (seconds: number | null): string => (seconds === null ? '' : `${seconds.toFixed(1)} s`)
  const rows = results.map(({ step, time }) => row(step, inSeconds(time.elapsed), inSeconds(time.processor)))
  return [row('Step', 'Time', 'Processor'), ...rows]
}

function describe(outcome: string, step: string, { name, file, error }: TestProblem): string {
  const lines = error.trim().split('\n')
  const hidden = lines.length - ERROR_LINES
  return [
    `${outcome}, ${step}: ${name}`,
    ...(file === null ? [] : [`  ${file}`]),
    ...lines.slice(0, ERROR_LINES).map((line) => `    ${line.trimEnd().slice(0, LINE_LENGTH)}`),
    ...(hidden > 0 ? [`    … ${hidden} more lines`] : []),
    '',
  ].join('\n')
}
