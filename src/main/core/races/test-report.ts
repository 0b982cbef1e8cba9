import type { TestCounts } from '../../../shared/test-run.ts'
import { junitCounts } from './junit-report.ts'
import { summaryCounts } from './summary-lines.ts'
import { tapCounts } from './tap-report.ts'

// Colours and other controls of terminals.
// oxlint-disable-next-line no-control-regex
const CONTROLS = /\u001B\[[0-9;?]*[ -/]*[@-~]/g

/**
 * Returns how many tests passed and failed, by what a test command printed; null: it is no report that is known. Counts
 * line by line only if `isWhole`, because the middle of a long output is missing.
 */
export function readTestReport(output: string, isWhole: boolean): TestCounts | null {
  const text = plainText(output)
  const summary = summaryCounts(text)
  if (summary !== null || !isWhole) return summary
  return junitCounts(text) ?? tapCounts(text)
}

/** Returns what was printed without colours and other controls of terminals. */
export function plainText(output: string): string {
  return output.replaceAll(CONTROLS, '').replaceAll(/\r\n?/g, '\n')
}
