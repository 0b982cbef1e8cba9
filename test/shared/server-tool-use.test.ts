import { describe, expect, it } from 'vitest'

import type { JsonObject } from '../../src/shared/json.ts'
import { serverToolUse } from '../../src/shared/server-tool-use.ts'

const useOf = (provider_data: JsonObject) => serverToolUse({ type: 'text', text: '', provider_data })

describe('what a provider’s own tool did', () => {
  it.each<readonly [string, JsonObject, ReturnType<typeof useOf>]>([
    [
      'a search of Claude',
      { block: { type: 'server_tool_use', name: 'web_search', input: { query: 'ruby release' } } },
      { type: 'search', query: 'ruby release' },
    ],
    [
      'a program of Claude',
      { block: { type: 'server_tool_use', name: 'bash_code_execution', input: { command: 'seq 3' } } },
      { type: 'code', language: 'bash', code: 'seq 3', output: null },
    ],
    [
      'what the program printed',
      {
        block: {
          type: 'bash_code_execution_tool_result',
          content: { type: 'bash_code_execution_result', stdout: '1\n2\n', stderr: 'late', return_code: 0 },
        },
      },
      { type: 'output', output: '1\n2\n\nlate' },
    ],
    [
      'a program of OpenAI with its output',
      { item: { type: 'code_interpreter_call', code: '1 + 1', outputs: [{ type: 'logs', logs: '2' }] } },
      { type: 'code', language: 'python', code: '1 + 1', output: '2' },
    ],
    [
      'a program of OpenAI without outputs',
      { item: { type: 'code_interpreter_call', code: '1 + 1', outputs: null } },
      { type: 'code', language: 'python', code: '1 + 1', output: null },
    ],
    [
      'a search of OpenAI',
      { item: { type: 'web_search_call', action: { type: 'search', query: 'weather' } } },
      { type: 'search', query: 'weather' },
    ],
    [
      'a program of Gemini',
      { part: { executableCode: { language: 'PYTHON', code: 'print(1)' }, thoughtSignature: 'c2ln' } },
      { type: 'code', language: 'python', code: 'print(1)', output: null },
    ],
    [
      'what it printed',
      { part: { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1\n' } } },
      { type: 'output', output: '1\n' },
    ],
    ['the results of a search', { block: { type: 'web_search_tool_result', content: [{ title: 'a' }] } }, null],
    ['a signature', { signature: 'c2ln' }, null],
    ['anything else', { block: { type: 'compaction', content: 'x' } }, null],
  ])('is read from %s', (_, data, expected) => {
    expect(useOf(data)).toEqual(expected)
  })

  it('is nothing where the block has text', () => {
    const provider_data = { item: { type: 'web_search_call', action: { query: 'a' } } }
    expect(serverToolUse({ type: 'text', text: 'a', provider_data })).toBeNull()
  })
})
