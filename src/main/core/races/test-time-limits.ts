import { plainText } from './test-report.ts'

/** Before what a runner says: white space, and the marks of pytest, TAP, jest, Maven and vitest. */
const START = String.raw`^\s*(?:[E#>●→×✗]\s|\[ERROR\])?\s*`
const says = (text: string): RegExp => new RegExp(`${START}(${text}.*)`, 'm')

/** What test runners print of a test that they ended because it took too long, as distinct from one that failed. */
const TIME_LIMITS: readonly RegExp[] = [
  // Jest, and its older versions.
  says('(?:thrown: ")?Exceeded timeout of \\d+ ms for a (?:test|hook)'),
  says(': Timeout - Async callback was not invoked within the \\d+ ?ms timeout'),
  says('(?:Error: )?(?:Test|Hook) timed out in \\d+ms'),
  says('(?:Uncaught )?(?:Error: )?Timeout of \\d+ms exceeded\\.'),
  // node:test, tape and tap.
  says(`(?:(?:error|message): )?['"]?(?:Error: )?test timed out after \\d+ms`),
  says('(?:not ok \\d+ (?:- )?)?test timed out after \\d+ ?ms'),
  says('(?:not ok \\d+ - )?timeout!'),
  // AVA, Bun, Playwright.
  says('Timed out while running tests'),
  says('(?:\\^ )?this test timed out after \\d+ms'),
  says('Test timeout of \\d+ms exceeded\\.'),
  says('Failed: Timeout \\(?>[\\d.]+s\\)?'),
  says('panic: test timed out after \\d'),
  says('TIMEOUT \\[ *[\\d.]+s\\]'),
  says('java\\.util\\.concurrent\\.TimeoutException: \\S+ timed out after'),
  says('org\\.junit\\.runners\\.model\\.TestTimedOutException: '),
  says('(?:System\\.)?TimeoutException\\s*: Test execution timed out after'),
  says('This test (?:was )?aborted after \\d+ seconds?'),
  says('(?:Timeout::Error|execution expired)\\b'),
]

/** The longest text of a limit, characters. */
const MAX_TEXT = 200

/**
 * Returns what a test command that failed says of a time limit that it, or one of its tests, ran into, for a user; null: nothing.
 * On a busy machine a test that is right runs into one as well.
 */
export function reachedTimeLimit({
  output,
  note,
}: {
  readonly output: string
  /** How the command ended if it did not exit by itself. Null: it did. */
  readonly note: string | null
}): string | null {
  if (note !== null && /^\[?Timed out after /.test(note)) return note.replaceAll(/^\[|\]$/g, '').slice(0, MAX_TEXT)
  const text = plainText(output)
  const found = TIME_LIMITS.map((limit) => limit.exec(text)?.[1]).find((each) => each !== undefined)
  return found === undefined
    ? null
    : found
        .replace(/^thrown: "/, '')
        .trim()
        .slice(0, MAX_TEXT)
}
