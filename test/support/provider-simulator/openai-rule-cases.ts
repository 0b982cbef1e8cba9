import type { JsonObject } from '../../../src/shared/json.ts'
import type { Post } from './post-request.ts'
import type { RuleCase } from './rule-case.ts'

const hello: JsonObject = { role: 'user', content: 'hello' }

/* Chat Completions */

function chat(fields: JsonObject, messages: readonly JsonObject[] = [hello]): Post {
  return { host: 'openai', wire: 'chat', body: { model: 'gpt-4o', stream: true, messages, ...fields } }
}

const calls = (...ids: string[]): JsonObject => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } })),
})
const result = (id: string): JsonObject => ({ role: 'tool', tool_call_id: id, content: 'ok' })
const tool = (name: string): JsonObject => ({
  type: 'function',
  function: { name, parameters: { type: 'object', properties: {} } },
})

export const CHAT_CASES: readonly RuleCase[] = [
  {
    rule: 'chat.tool_missing',
    broken: chat({}, [hello, calls('a', 'b'), result('a'), hello, result('b')]),
    valid: chat({}, [hello, calls('a', 'b'), result('b'), result('a'), hello]),
    values: { i: 3, ids: 'b' },
  },
  {
    rule: 'chat.tool_orphan',
    broken: chat({}, [hello, result('a')]),
    valid: chat({}, [hello, calls('a'), result('a')]),
    values: { i: 1 },
  },
  {
    rule: 'chat.tool_choice',
    broken: chat({ tool_choice: 'none' }),
    valid: chat({ tool_choice: 'none', tools: [tool('read')] }),
  },
  {
    rule: 'chat.tool_id_len',
    broken: chat({}, [hello, calls('x'.repeat(41)), result('x'.repeat(41))]),
    valid: chat({}, [hello, calls('x'.repeat(40)), result('x'.repeat(40))]),
    values: { i: 1, j: 0, n: 41 },
  },
  {
    rule: 'chat.tool_name',
    broken: chat({ tools: [tool('read'), tool('read.file')] }),
    valid: chat({ tools: [tool('read'), tool('read_file')] }),
    values: { i: 1 },
  },
  {
    rule: 'chat.tools_reasoning',
    broken: chat({ model: 'gpt-5.5', tools: [tool('read')], reasoning_effort: 'low' }),
    valid: chat({ model: 'gpt-5.4-mini', tools: [tool('read')] }),
    values: { model: 'gpt-5.5' },
  },
  {
    rule: 'chat.effort',
    broken: chat({ model: 'o3', reasoning_effort: 'none' }),
    valid: chat({ model: 'gpt-5.1', reasoning_effort: 'none' }),
    values: { v: 'none', list: "'low', 'medium', and 'high'" },
  },
  {
    rule: 'chat.role',
    broken: chat({ model: 'o1-mini' }, [{ role: 'developer', content: 'Be kind.' }, hello]),
    valid: chat({ model: 'o1' }, [{ role: 'developer', content: 'Be kind.' }, hello]),
    values: { i: 0 },
    param: 'messages[0].role',
  },
  {
    rule: 'chat.context',
    broken: chat({ model: 'gpt-4' }, [{ role: 'user', content: 'four'.repeat(9000) }]),
    valid: chat({ model: 'gpt-4o' }, [{ role: 'user', content: 'four'.repeat(9000) }]),
    values: { limit: 8192, n: 9008 },
  },
  { rule: 'chat.model', broken: chat({ model: 'gpt-3' }), valid: chat({ model: 'gpt-4' }), values: { model: 'gpt-3' } },
  { rule: 'openai.auth', broken: { ...chat({}), key: 'wrong-key' }, valid: chat({}) },
]

/* Responses */

function responses(fields: JsonObject, input: readonly JsonObject[] = [hello]): Post {
  return { host: 'openai', wire: 'responses', body: { model: 'gpt-5.5', stream: true, store: false, input, ...fields } }
}

const items = (...input: JsonObject[]): Post => responses({}, [hello, ...input])
const call = (call_id: string): JsonObject => ({ type: 'function_call', call_id, name: 'read', arguments: '{}' })
const output = (call_id: string): JsonObject => ({ type: 'function_call_output', call_id, output: 'ok' })
const said = (fields: JsonObject = {}): JsonObject => {
  return {
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text: 'hi', annotations: [] }],
    ...fields,
  }
}
/** A prompt with so many marks of the cache. */
const marked = (marks: number): JsonObject => ({
  type: 'message',
  role: 'user',
  content: Array.from({ length: marks }, () => {
    return { type: 'input_text', text: 'hi', prompt_cache_breakpoint: { mode: 'explicit' } }
  }),
})
/** A reasoning item from a recording. */
const RECORDED_REASONING = {
  type: 'reasoning',
  summary: [],
  encrypted_content:
    'gAAAAABqaR3--246DyIVMWvEVGOZxZzu8KicoiWrYVUA3zi-CnAt4ZOmD8TsCbgeSmNkgIgpgey1TXV58HPbf6xHsXNY9u1Y8-A_I4VEwUzlyXWc',
} satisfies JsonObject

export const RESPONSES_CASES: readonly RuleCase[] = [
  {
    rule: 'responses.cache_options',
    broken: responses({ model: 'gpt-5.4', prompt_cache_options: { comparison_response_id: 'resp_1' } }),
    valid: responses({ model: 'gpt-6-sol', prompt_cache_options: { comparison_response_id: 'resp_1' } }),
  },
  {
    rule: 'responses.cache_fields',
    broken: responses({ model: 'gpt-5.6-sol', prompt_cache_retention: '24h', prompt_cache_options: { ttl: '12h' } }),
    valid: responses({ model: 'gpt-5.6-sol', prompt_cache_options: { ttl: '12h' } }),
  },
  {
    rule: 'responses.cache_lifetime',
    broken: responses({ model: 'gpt-6-sol', prompt_cache_options: { ttl: '1h' } }),
    valid: responses({ model: 'gpt-6-sol', prompt_cache_options: { ttl: '30m' } }),
    values: { v: '1h' },
  },
  {
    rule: 'responses.cache_breakpoints',
    broken: responses({ model: 'gpt-6-sol' }, [marked(4)]),
    valid: responses({ model: 'gpt-6-sol', prompt_cache_options: { mode: 'explicit' } }, [marked(4)]),
    values: { n: 4, most: 3 },
  },
  {
    rule: 'responses.cache_retention',
    broken: responses({ model: 'gpt-6-sol', prompt_cache_retention: '24h' }),
    valid: responses({ model: 'gpt-5.4', prompt_cache_retention: '24h' }),
  },
  {
    rule: 'responses.tool_output_missing',
    broken: items(call('a'), call('b'), output('a')),
    valid: items(call('a'), call('b'), output('a'), output('b')),
    values: { call_id: 'b' },
  },
  {
    rule: 'responses.tool_call_missing',
    broken: items(output('a')),
    valid: items(call('a'), output('a')),
    values: { call_id: 'a' },
  },
  {
    rule: 'responses.tool_choice',
    broken: responses({ tool_choice: 'none' }, [hello]),
    valid: responses(
      {
        tool_choice: 'none',
        tools: [{ type: 'function', name: 'read', parameters: { type: 'object', properties: {} }, strict: false }],
      },
      [hello],
    ),
  },
  {
    rule: 'responses.reasoning_unfollowed',
    broken: items({ ...RECORDED_REASONING, id: 'rs_1' }, said({ status: 'completed' }), hello),
    // Accepted before a call without an id.
    valid: items({ ...RECORDED_REASONING, id: 'rs_1' }, call('a'), output('a')),
    values: { rs: 'rs_1' },
  },
  {
    rule: 'responses.call_id_len',
    broken: items(call('x'.repeat(65)), output('x'.repeat(65))),
    valid: items(call('x'.repeat(64)), output('x'.repeat(64))),
    values: { i: 1, n: 65 },
  },
  {
    rule: 'responses.item_id_prefix',
    broken: items({ ...call('a'), id: 'toolu_1' }, output('a')),
    valid: items({ ...call('a'), id: 'fc_1' }, output('a')),
    values: { i: 1, id: 'toolu_1' },
    message: "Invalid 'input[1].id': 'toolu_1'. Expected an ID that begins with 'fc'.",
  },
  {
    rule: 'responses.encrypted',
    broken: items({ ...RECORDED_REASONING, encrypted_content: 'gAAAAsomebody-elses' }, call('a'), output('a')),
    valid: items(RECORDED_REASONING, call('a'), output('a')),
    values: { head: 'gAAA', tail: 'lses' },
  },
  {
    rule: 'responses.item_not_found',
    broken: items({ type: 'item_reference', id: 'rs_1' }, hello),
    valid: items(said(), hello),
    values: { rs: 'rs_1' },
  },
  {
    rule: 'responses.effort',
    broken: responses({ model: 'gpt-5-mini', reasoning: { effort: 'none' } }),
    valid: responses({ model: 'gpt-5-mini', reasoning: { effort: 'minimal' } }),
    values: { v: 'none', model: 'gpt-5-mini', list: "'minimal', 'low', 'medium', and 'high'" },
  },
  {
    rule: 'responses.reasoning_unsupported',
    broken: responses({ model: 'gpt-4o', reasoning: { effort: 'low' } }),
    valid: responses({ model: 'gpt-4o' }),
  },
  {
    rule: 'responses.context',
    broken: responses({ model: 'gpt-4' }, [{ role: 'user', content: 'four'.repeat(9000) }]),
    valid: responses({ model: 'gpt-4.1' }, [{ role: 'user', content: 'four'.repeat(9000) }]),
  },
  {
    rule: 'responses.model',
    broken: responses({ model: 'gpt-9' }),
    valid: responses({ model: 'gpt-5.5-2026-04-23' }),
    values: { model: 'gpt-9' },
  },
  {
    rule: 'responses.temperature',
    broken: responses({ model: 'gpt-4o', temperature: -1 }),
    valid: responses({ model: 'gpt-4o', temperature: 0 }),
    values: { v: -1 },
  },
]
