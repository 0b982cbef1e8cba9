import type { TestCounts } from '../../../shared/test-run.ts'
import { summaryCounts } from './summary-lines.ts'

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

const CASE = /<testcase(?=[\s/>])/
const FAILED = /<(?:failure|error)(?=[\s/>])/
const SKIPPED = /<skipped(?=[\s/>])/

/** Counts the cases of a JUnit report in XML. Null: it is none. */
function junitCounts(text: string): TestCounts | null {
  if (!/<testsuites?(?=[\s/>])/.test(text)) return null
  // What a test printed is text, whatever it looks like.
  const xml = without(without(text, '<![CDATA[', ']]>'), '<!--', '-->')
  const cases = xml.split(CASE).slice(1)
  const failed = cases.filter((each) => FAILED.test(each)).length
  const skipped = cases.filter((each) => !FAILED.test(each) && SKIPPED.test(each)).length
  return { passed: cases.length - failed - skipped, failed, skipped }
}

/** Takes out all that stands between two marks. */
function without(text: string, from: string, to: string): string {
  let kept = ''
  for (let at = 0; ;) {
    const start = text.indexOf(from, at)
    if (start === -1) return kept + text.slice(at)
    kept += text.slice(at, start)
    const end = text.indexOf(to, start + from.length)
    if (end === -1) return kept
    at = end + to.length
  }
}

const PLAN = /^1\.\.(\d+)(?:\s|$)/
const POINT = /^(not )?ok\b(.*)$/
const SKIPPED_POINT = /(?:^|\s)#\s*skip/i
const TODO_POINT = /(?:^|\s)#\s*todo\b/i

/**
 * Counts the points of a report in the Test Anything Protocol; what is indented is part of a point. Tests of the plan
 * that did not run have failed. Null: it is none, because it has no plan.
 */
function tapCounts(text: string): TestCounts | null {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  let planned: number | null = null
  for (const line of text.split('\n')) {
    const plan = PLAN.exec(line)
    if (plan !== null) planned = (planned ?? 0) + Number(plan[1])
    if (line.startsWith('Bail out!')) counts.failed += 1
    const point = POINT.exec(line)
    if (point === null) continue
    const [, isNot, rest = ''] = point
    if (SKIPPED_POINT.test(rest) || (TODO_POINT.test(rest) && isNot !== undefined)) counts.skipped += 1
    else if (isNot === undefined) counts.passed += 1
    else counts.failed += 1
  }
  if (planned === null) return null
  const missing = planned - counts.passed - counts.failed - counts.skipped
  return { ...counts, failed: counts.failed + Math.max(0, missing) }
}
