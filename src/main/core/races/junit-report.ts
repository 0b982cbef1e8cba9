import type { TestCounts } from '../../../shared/test-run.ts'

const CASE = /<testcase(?=[\s/>])/
const FAILED = /<(?:failure|error)(?=[\s/>])/
const SKIPPED = /<skipped(?=[\s/>])/

/** Counts the cases of a JUnit report in XML. Null: it is none. */
export function junitCounts(text: string): TestCounts | null {
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
