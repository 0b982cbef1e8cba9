import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { decideApproval } from '../../../src/main/core/approvals/approval-policy.ts'
import { offeredPatterns } from '../../../src/main/core/approvals/offer-patterns.ts'
import type { ApprovalRule } from '../../../src/shared/approval.ts'
import { bash, rule } from '../../support/policy-question.ts'
import { NO_STRACE, runLines } from '../../support/programs-of-line.ts'

/** A failing run prints its seed; `RULE_RUNS=20000 RULE_SEED=…` is the long run. */
const samples = Number(process.env['RULE_RUNS'] ?? 1_000)
const seed = Number(process.env['RULE_SEED'] ?? Math.trunc(Math.random() * 1e9))

const READERS =
  'ls cat head tail wc grep cut sort uniq tac nl stat du df file od diff cmp comm tr basename dirname realpath readlink md5sum sha256sum id whoami uname seq echo pwd true printf test strings jq'.split(
    ' ',
  )
const WRITERS = 'rm touch cp mv ln mkdir chmod tee dd truncate install'.split(' ')
const RUNNERS =
  'env nohup nice timeout setsid stdbuf xargs command exec eval find bash sh taskset ionice time builtin trap hash'.split(
    ' ',
  )
const GIT = ['git status', 'git log', 'git diff', 'git branch', 'git tag', 'git show', 'git -C .', 'git ls-files']
const PROGRAMS = [
  ...READERS,
  ...WRITERS,
  ...RUNNERS,
  ...GIT,
  './script',
  '/bin/rm',
  '/usr/bin/touch',
  'r?',
  '[r]m',
  "r'm'",
]

const word = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('a', 'b', 'c.txt', '.', 'new', '-x', '--', '/tmp/work/a') },
  {
    weight: 6,
    arbitrary: fc.constantFrom('-n', '-l', '-r', '-c', '-v', '-o', '-f', '-e', '-exec', '-i', '-5', '-k1', '-delete'),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom('--output=new', '--files', '--help', '--compress-program=./script', '--ext-diff', '-D'),
  },
  { weight: 3, arbitrary: fc.constantFrom("'rm a'", '"rm a; ls"', "'touch new'", '"a b"', "'{}'", '+', '";"', 'X=1') },
  { weight: 4, arbitrary: fc.constantFrom(...PROGRAMS) },
)
const assignment = fc.constantFrom('', '', '', '', '', 'X=1 ', 'PATH=.:/bin ', 'GIT_EXTERNAL_DIFF=./script ')
const command = fc
  .tuple(assignment, fc.constantFrom(...PROGRAMS), fc.array(word, { maxLength: 4 }))
  .map(([before, program, words]) => `${before}${[program, ...words].join(' ')}`)
const line = fc
  .tuple(command, fc.array(fc.tuple(fc.constantFrom(' | ', ' && ', '; ', ' || '), command), { maxLength: 2 }))
  .map(([first, others]) => [first, ...others.flat()].join(''))

/** Lines in most of which the program is named somewhere, plainly or in another form. */
function lineThatMayRun(program: string): fc.Arbitrary<string> {
  const pattern = `${program.slice(0, 1)}?${program.slice(2)}`
  const forms = [program, `/bin/${program}`, `/usr/bin/${pattern}`, `'${program}'`, `\\${program}`]
  const lines = [`'${program} a'`, `"true; ${program} b"`, `-S'${program} a'`, `"sh -c '${program} a'"`]
  const named = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...forms) },
    { weight: 4, arbitrary: fc.constantFrom(...lines) },
    {
      weight: 2,
      arbitrary: fc.constantFrom('1', '5', '-c', '-exec', '+', '-n', '-p', 'EXIT', 'ls', '-c alias.z=!touch z'),
    },
    { weight: 4, arbitrary: word },
  )
  const starts = fc.constantFrom(...RUNNERS, ...RUNNERS, ...PROGRAMS, ...forms)
  const part = fc.tuple(starts, fc.array(named, { maxLength: 5 })).map((words) => words.flat().join(' '))
  return fc
    .tuple(part, fc.array(fc.tuple(fc.constantFrom(' | ', ' && ', '; '), part), { maxLength: 1 }))
    .map(([first, others]) => [first, ...others.flat()].join(''))
    .filter((text) => !RUNS_A_FILE.test(text))
}

/** A script may do what a rule denies (docs/security.md#rules-and-protected-paths). Every file in the folder is one. */
const RUNS_A_FILE = /\.\/script|\b(ba|da)?sh\b.*c\.txt|c\.txt.*\b(ba|da)?sh\b/

/** Lines that the rules allow, without those that wait for input from nowhere. */
const allowedLines = (rules: readonly ApprovalRule[], found: readonly string[]): readonly string[] =>
  found.filter((text) => decideApproval(bash(text), rules) === 'allow')

/** Most lines that are run in one test. */
const MOST_RUN = Math.trunc(samples / 20)

describe.skipIf(NO_STRACE !== null)(`programs of random lines, seed ${seed} (${NO_STRACE ?? 'with strace'})`, () => {
  it('are those that the patterns name, and write nothing', { timeout: 900_000 }, async () => {
    const offered = [...READERS, ...GIT].flatMap((name) => offeredPatterns(name, 'execute').slice(1))
    expect(offered.length).toBeGreaterThan(20)
    const rules = offered.map((pattern) => rule('allow', 'bash', pattern))
    const lines = allowedLines(rules, fc.sample(line, { numRuns: samples * 5, seed })).slice(0, MOST_RUN)
    expect(lines.length).toBeGreaterThan(MOST_RUN / 3)
    const runs = await runLines(lines)
    const names = new Set([...offered.map((pattern) => pattern.split(' ', 1)[0]), 'head', 'tail', 'wc'])
    const others = runs.map(({ programs, files }, at) => ({
      line: lines[at],
      programs: programs.filter((name) => !names.has(name)),
      files: files.filter((name) => !name.endsWith('.git/index')),
    }))
    expect(others.filter(({ programs, files }) => programs.length + files.length > 0)).toEqual([])
    expect(runs.some(({ programs }) => programs.length > 0)).toBe(true)
  })

  it.each(['rm', 'touch', 'chmod'])('are never %s if a rule denies it', { timeout: 900_000 }, async (denied) => {
    const rules = [rule('allow', 'bash', null), rule('deny', 'bash', `${denied} *`)]
    const found = fc.sample(lineThatMayRun(denied), { numRuns: samples * 3, seed })
    const lines = allowedLines(rules, [...new Set(found)]).slice(0, MOST_RUN)
    const runs = await runLines(lines)
    const ran = runs.flatMap(({ programs }, at) => (programs.includes(denied) ? [lines[at]] : []))
    expect(ran).toEqual([])
    expect(runs.filter(({ programs }) => programs.length > 0).length).toBeGreaterThan(MOST_RUN / 4)
  })
})
