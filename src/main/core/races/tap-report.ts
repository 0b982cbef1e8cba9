import type { TestCounts } from '../../../shared/test-run.ts'

const PLAN = /^1\.\.(\d+)(?:\s|$)/
const POINT = /^(not )?ok\b(.*)$/
const SKIPPED = /(?:^|\s)#\s*skip/i
const TODO = /(?:^|\s)#\s*todo\b/i

/**
 * Counts the points of a report in the Test Anything Protocol; what is indented is part of a point. Tests of the plan
 * that did not run have failed. Null: it is none, because it has no plan.
 */
export function tapCounts(text: string): TestCounts | null {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  let planned: number | null = null
  for (const line of text.split('\n')) {
    const plan = PLAN.exec(line)
    if (plan !== null) planned = (planned ?? 0) + Number(plan[1])
    if (line.startsWith('Bail out!')) counts.failed += 1
    const point = POINT.exec(line)
    if (point === null) continue
    const [, isNot, rest = ''] = point
    if (SKIPPED.test(rest) || (TODO.test(rest) && isNot !== undefined)) counts.skipped += 1
    else if (isNot === undefined) counts.passed += 1
    else counts.failed += 1
  }
  if (planned === null) return null
  const missing = planned - counts.passed - counts.failed - counts.skipped
  return { ...counts, failed: counts.failed + Math.max(0, missing) }
}
