import { describe, expect, it } from 'vitest'

import { parseEvaluation } from '../../../src/main/adapters/evaluations/parse-evaluation.ts'

const WHOLE = `name: Sums
system: Be brief.
tasks:
  - name: two
    prompt: What is 1 + 1?
    checks:
      - matches: '\\b2\\b'
      - schema: { type: number }
  - name: repair
    prompt: Repair it.
    folder: .
    commit: HEAD~1
    checks:
      - test: npm test
      - { judge: gpt-5-mini/low, criteria: It is short. }
`

const problems = (text: string): readonly string[] => {
  const parsed = parseEvaluation(text, 'e.yaml')
  return parsed.ok ? [] : parsed.error
}

describe('the file of an evaluation', () => {
  it('is read as YAML and as JSON', () => {
    const yaml = parseEvaluation(WHOLE, 'e.yaml')
    if (!yaml.ok) throw new Error(yaml.error.join())
    expect(yaml.value.tasks.map(({ checks }) => checks)).toEqual([
      [{ matches: '\\b2\\b' }, { schema: { type: 'number' } }],
      [
        { test: 'npm test', timeout: 600 },
        { judge: 'gpt-5-mini/low', criteria: 'It is short.' },
      ],
    ])
    expect(parseEvaluation(JSON.stringify(yaml.value), 'e.json')).toEqual(yaml)
  })

  it.each([
    ['a missing key', WHOLE.replace('    prompt: What is 1 + 1?\n', ''), /^e\.yaml:4:5: tasks\[1\]\.prompt: /],
    ['an unknown key', WHOLE.replace('system:', 'sistem:'), /^e\.yaml:1:1: Unrecognized key: "sistem"$/],
    ['a pattern', WHOLE.replace('\\b2\\b', '(2'), /^e\.yaml:7:18: tasks\[1\]\.checks\[1\]\.matches: is no regular/],
    ['two checks in one', WHOLE.replace('- schema', '  schema'), /^e\.yaml:7:9: tasks\[1\]\.checks\[1\]: expected one/],
    ['a judge without criteria', WHOLE.replace(', criteria: It is short.', ''), /^e\.yaml:15:9: .*\.criteria: /],
    ['a name twice', WHOLE.replace('repair', 'two'), /^e\.yaml:9:11: tasks\[2\]\.name: is the name of an earlier/],
    [
      'a test without a folder',
      WHOLE.replace(/ {4}folder.*\n.*\n/, ''),
      /^e\.yaml:12:15: .*\.test: runs in the folder/,
    ],
    ['a folder without a commit', WHOLE.replace(/ {4}commit.*\n/, ''), /^e\.yaml:11:13: .*\.folder: needs a commit/],
    ['an option in place of a commit', WHOLE.replace('HEAD~1', '--all'), /^e\.yaml:12:13: .*\.commit: is no name/],
    ['no YAML', WHOLE.replace('tasks:', 'tasks: ['), /^e\.yaml:\d+:\d+: /],
    ['a text', 'tasks', /^e\.yaml:1:1: /],
  ])('names the place of %s', (_, text, problem) => {
    expect(problems(text)[0]).toMatch(problem)
  })

  it('is refused if its aliases would make it huge', () => {
    const lists = Array.from({ length: 12 }, (_, index) => `l${index + 1}: &l${index + 1} [${`*l${index},`.repeat(9)}]`)
    expect(problems(['l0: &l0 [1]', ...lists].join('\n'))[0]).toMatch(/^e\.yaml: Excessive alias count/)
  })
})
