import type { TestCounts } from '../../../shared/test-run.ts'

/** How one runner writes its sums, line by line. */
interface Runner {
  /** A line with sums. Every match counts: a repository of several packages has several. */
  readonly line: RegExp
  /** The numbers of a line that matches. */
  readonly counts: (match: RegExpExecArray) => Partial<TestCounts>
}

/** Sums of numbers by the word that follows them: `1 failed | 13 passed`. */
function byWord(text: string): Partial<TestCounts> {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const [, number, word = ''] of text.matchAll(/(\d+) ([a-z]+)/g)) {
    const kind = WORDS.get(word)
    if (kind !== undefined) counts[kind] += Number(number)
  }
  return counts
}

const WORDS = new Map<string, keyof TestCounts>([
  ['passed', 'passed'],
  ['xfailed', 'passed'],
  ['pass', 'passed'],
  ['passing', 'passed'],
  ['failed', 'failed'],
  ['fail', 'failed'],
  ['failing', 'failed'],
  ['xpassed', 'passed'],
  ['error', 'failed'],
  ['errors', 'failed'],
  ['cancelled', 'failed'],
  ['skipped', 'skipped'],
  ['ignored', 'skipped'],
  ['pending', 'skipped'],
  ['todo', 'skipped'],
])

const number = (text: string | undefined): number => Number(text ?? 0)

/** What remains of a number of tests after those that did not pass. */
function ofTotal(total: number, failed: number, skipped: number): TestCounts {
  return { passed: Math.max(0, total - failed - skipped), failed, skipped }
}

const RUNNERS: readonly Runner[] = [
  // vitest: `Tests  1 failed | 13 passed (14)`; jest: `Tests:       1 failed, 13 passed, 14 total`
  {
    line: /^ *Tests:? +(\d+ [a-z]+(?:(?: \||,) \d+ [a-z]+)*)(?: \(\d+\))?$/gm,
    counts: ([, sums = '']) => byWord(sums),
  },
  // cargo: `test result: FAILED. 12 passed; 2 failed; 1 ignored; …`
  { line: /^ *test result: (?:ok|FAILED)\. (.*)$/gm, counts: ([, sums = '']) => byWord(sums) },
  // cargo nextest: `Summary [ 0.1s] 14 tests run: 12 passed, 2 failed, 1 skipped`
  { line: /^ *Summary \[[^\]\n]*\] +\d+(?:\/\d+)? tests? run: (.*)$/gm, counts: ([, sums = '']) => byWord(sums) },
  // node:test, in both of its reports: `ℹ pass 12`, `# pass 12`
  {
    line: /^(?:ℹ|#) (pass|fail|cancelled|skipped|todo) (\d+)$/gm,
    counts: ([, word, count]) => byWord(`${count} ${word}`),
  },
  // pytest: `==== 1 failed, 13 passed, 2 errors in 0.12s ====`
  {
    line: /^(?:=+ )?(\d+ [a-z]+(?:, \d+ [a-z]+)*) in [\d.:]+ ?s?(?: \([\d:]+\))?(?: =+)?$/gm,
    counts: ([, sums = '']) => byWord(sums),
  },
  // mocha: `  12 passing (30ms)`, `  2 failing`, `  1 pending`
  {
    line: /^ +(\d+ passing) \([^)\n]*\)$|^ +(\d+ (?:failing|pending))$/gm,
    counts: ([, passing, others]) => byWord(passing ?? others ?? ''),
  },
  // deno: `ok | 13 passed | 0 failed (10ms)`
  {
    line: /^(?:ok|FAILED) \| (\d+ passed(?: \([^)\n]*\))? \| \d+ failed.*)$/gm,
    counts: ([, sums = '']) => byWord(sums),
  },
  // dotnet: `Failed!  - Failed:     1, Passed:    13, Skipped:     0, Total:    14, …`
  {
    line: /^(?:Passed|Failed)! +- Failed: +(\d+), Passed: +(\d+), Skipped: +(\d+)/gm,
    counts: ([, failed, passed, skipped]) => ({
      passed: number(passed),
      failed: number(failed),
      skipped: number(skipped),
    }),
  },
  // Maven's sum, which has no name of a class after it: `Tests run: 14, Failures: 2, Errors: 0, Skipped: 1`
  {
    line: /^(?:\[[A-Z]+\] +)?Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)$/gm,
    counts: ([, total, failures, errors, skipped]) =>
      ofTotal(number(total), number(failures) + number(errors), number(skipped)),
  },
  // RSpec: `14 examples, 2 failures, 1 pending`
  {
    line: /^(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?/gm,
    counts: ([, total, failures, pending]) => ofTotal(number(total), number(failures), number(pending)),
  },
  // Minitest: `14 runs, 20 assertions, 2 failures, 1 errors, 0 skips`
  {
    line: /^(\d+) (?:runs|tests), \d+ assertions, (\d+) failures, (\d+) errors, (\d+) (?:skips|pendings)/gm,
    counts: ([, total, failures, errors, skips]) =>
      ofTotal(number(total), number(failures) + number(errors), number(skips)),
  },
  // PHPUnit: `OK (14 tests, 20 assertions)`, `Tests: 14, Assertions: 20, Errors: 1, Failures: 2, Skipped: 1.`
  {
    line: /^OK \((\d+) tests?, \d+ assertions?\)$|^Tests: (\d+), Assertions: \d+(.*)\.$/gm,
    counts: ([, all, total, others = '']) => {
      const of = (word: string): number => number(new RegExp(`${word}: (\\d+)`).exec(others)?.[1])
      return ofTotal(number(all ?? total), of('Errors') + of('Failures'), of('Skipped') + of('Incomplete'))
    },
  },
  // unittest of Python: `Ran 14 tests in 0.001s`, then `OK` or `FAILED (failures=2, errors=1)`
  {
    line: /^Ran (\d+) tests? in [\d.]+s\n+(?:OK|FAILED|NO TESTS RAN)(?: \(([^)\n]*)\))?$/gm,
    counts: ([, total, others = '']) => {
      const of = (word: string): number => number(new RegExp(`\\b${word}=(\\d+)`).exec(others)?.[1])
      return ofTotal(number(total), of('failures') + of('errors') + of('unexpected successes'), of('skipped'))
    },
  },
  // bun: ` 13 pass`, ` 1 fail`
  { line: /^ (\d+ (?:pass|fail|skip|todo))$/gm, counts: ([, sums = '']) => byWord(sums) },
  // go test -v: `--- PASS: TestAdd (0.00s)`; what is indented is part of a test
  {
    line: /^(?:--- )(PASS|FAIL|SKIP): \S+ \([\d.]+s\)$/gm,
    counts: ([, end]) => ({ [GO_ENDS[end ?? ''] ?? 'failed']: 1 }),
  },
  // go test -json
  {
    line: /^\{"Time":"[^"\n]*","Action":"(pass|fail|skip)","Package":"[^"\n]*","Test":"[^"/\n]*"[,}]/gm,
    counts: ([, end]) => ({ [GO_ENDS[end ?? ''] ?? 'failed']: 1 }),
  },
]

const GO_ENDS: Readonly<Record<string, keyof TestCounts>> = {
  PASS: 'passed',
  FAIL: 'failed',
  SKIP: 'skipped',
  pass: 'passed',
  fail: 'failed',
  skip: 'skipped',
}

/** Without `-v` go names only the tests that failed. */
const GO_NAMES_ALL = /^(?:=== RUN|--- PASS: )/m
const GO_FAILURE = /^--- FAIL: /m

/** Returns the sums of the first known runner that printed some; null: none did. */
export function summaryCounts(text: string): TestCounts | null {
  const isPartOfGo = GO_FAILURE.test(text) && !GO_NAMES_ALL.test(text)
  for (const { line, counts } of RUNNERS) {
    const found = [...text.matchAll(line)]
    if (found.length === 0) continue
    const sum = found.map(counts).reduce<TestCounts>(added, { passed: 0, failed: 0, skipped: 0 })
    return isPartOfGo && sum.passed === 0 ? null : sum
  }
  return null
}

function added(a: TestCounts, b: Partial<TestCounts>): TestCounts {
  return {
    passed: a.passed + (b.passed ?? 0),
    failed: a.failed + (b.failed ?? 0),
    skipped: a.skipped + (b.skipped ?? 0),
  }
}
