import { describe, expect, it } from 'vitest'

import { exitCode, toolObject, toolVerb } from '../../../src/renderer/parts/tool-words.ts'

describe('a line of a tool', () => {
  it.each([
    ['bash', true, 'Ran'],
    ['bash', false, 'Run'],
    ['file_edit', true, 'Edited'],
    ['file_edit', false, 'Edit'],
    ['grep', false, 'Search'],
    ['mcp__tracker__close', true, 'mcp__tracker__close'],
    ['toString', true, 'toString'],
  ] as const)('says what %s did, finished %s', (name, isFinished, verb) => {
    expect(toolVerb(name, isFinished)).toBe(verb)
  })

  it.each([
    ['bash', '{"command":"npm test","timeout_ms":5000}', 'npm test'],
    ['file_edit', '{"path":"src/a.ts","old_text":"x","new_text":"y"}', 'src/a.ts'],
    ['file_edit', '{"path":["a"]}', '["a"]'],
    ['file_edit', '{"path":"src/a.', '{"path":"src/a.'],
    ['grep', '{"path":"src","pattern":"a\\u202eb"}', 'a⟨U+202E⟩b'],
    ['other', '{"a":"x","b":2}', 'x 2'],
  ])('says to what: %s %s', (name, argumentsText, object) => {
    expect(toolObject(name, argumentsText)).toBe(object)
  })
})

it.each([
  ['bash', 'oh no\n[exit code 1]', 1],
  ['bash', '[exit code 7]\nprinted by the command\n[exit code 127]\nA note of the tool.', 127],
  ['bash', 'said [exit code 7] in a line', null],
  ['bash', '[ended by SIGKILL]', null],
  ['grep', '[exit code 1]', null],
])('reads how a command of %s ended from %j', (name, output, code) => {
  expect(exitCode(name, output)).toBe(code)
})
