import type { JsonObject, JsonValue } from '../../../src/shared/json.ts'
import type { Post } from './post-request.ts'
import type { RuleCase } from './rule-case.ts'

const text = (content: string): JsonObject => ({ type: 'text', text: content })
const toolUse = (id: string): JsonObject => ({ type: 'tool_use', id, name: 'read', input: {} })
const toolResult = (id: string): JsonObject => ({ type: 'tool_result', tool_use_id: id, content: 'ok' })
const user = (...content: JsonValue[]): JsonObject => ({ role: 'user', content })
const assistant = (...content: JsonValue[]): JsonObject => ({ role: 'assistant', content })
const asks = user(text('hello'))

function anthropic(fields: JsonObject, messages: readonly JsonObject[] = [asks]): Post {
  const body = { model: 'claude-haiku-4-5', max_tokens: 4096, stream: true, messages, ...fields }
  return { host: 'anthropic', wire: 'anthropic', body }
}

const conversation = (...messages: JsonObject[]): Post => anthropic({}, [asks, ...messages])
const enabled = (budget: number): JsonObject => ({ thinking: { type: 'enabled', budget_tokens: budget } })
const searches: JsonObject = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' } }
const found: JsonObject = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }
const readTool: JsonObject = { name: 'read', input_schema: { type: 'object' } }
const withTools = { tools: [readTool] }

const marked = (lifetime: '5m' | '1h', content = 'hello'): JsonObject => ({
  ...text(content),
  cache_control: { type: 'ephemeral', ttl: lifetime },
})
const fourMarks = ['a', 'b', 'c', 'd'].map((content) => marked('5m', content))

export const ANTHROPIC_CASES: readonly RuleCase[] = [
  {
    rule: 'anthropic.server_tool_pair',
    broken: conversation(assistant(found, text('done')), user(text('thanks'))),
    valid: conversation(assistant(searches, found, text('done')), user(text('thanks'))),
    message:
      'messages.1.content.0: unexpected `tool_use_id` found in `web_search_tool_result` blocks: srvtoolu_1. Each ' +
      '`web_search_tool_result` block must have a corresponding `server_tool_use` block before it.',
  },
  {
    rule: 'anthropic.server_tool_pair',
    broken: conversation(assistant(searches), user(text('go on'))),
    valid: conversation(assistant(searches)),
    message: 'messages.1.content.0: the server tool use with id `srvtoolu_1` was found without its result',
  },
  {
    rule: 'anthropic.server_tool_pair',
    broken: conversation(assistant(searches, toolUse('a')), user(toolResult('a')), assistant(text('done'))),
    valid: conversation(assistant(searches, toolUse('a')), user(toolResult('a')), assistant(found, text('done'))),
    message: 'messages.1.content.0: the server tool use with id `srvtoolu_1` was found without its result',
  },
  {
    rule: 'anthropic.server_tool_pair',
    broken: conversation(assistant(searches, toolUse('a')), user(toolResult('a'), text('and?'))),
    valid: conversation(assistant(searches, toolUse('a')), user(toolResult('a'))),
    message: 'messages.1.content.0: the server tool use with id `srvtoolu_1` was found without its result',
  },
  {
    rule: 'anthropic.cache_marks',
    broken: anthropic({ cache_control: { type: 'ephemeral' } }, [user(...fourMarks)]),
    valid: anthropic({}, [user(...fourMarks)]),
    values: { n: 5 },
  },
  {
    rule: 'anthropic.cache_thinking',
    broken: anthropic({ system: [{ ...text(''), cache_control: { type: 'ephemeral' } }] }),
    valid: anthropic({ system: [{ ...text('a'), cache_control: { type: 'ephemeral' } }] }),
  },
  {
    rule: 'anthropic.cache_diagnostics',
    broken: anthropic({ diagnostics: { previous_message_id: 'resp_1' } }, [user(marked('5m'))]),
    valid: anthropic({ diagnostics: { previous_message_id: 'msg_1' } }, [user(marked('5m'))]),
  },
  {
    rule: 'anthropic.cache_order',
    broken: anthropic({ system: [marked('5m')] }, [user(marked('1h'))]),
    valid: anthropic({ system: [marked('1h')] }, [user(marked('5m'))]),
  },
  {
    rule: 'anthropic.tool_result_missing',
    broken: conversation(assistant(toolUse('a'), toolUse('b')), user(toolResult('a'))),
    valid: conversation(assistant(toolUse('a'), toolUse('b')), user(toolResult('b'), toolResult('a'), text('go on'))),
    values: { i: 1, ids: 'b' },
  },
  {
    rule: 'anthropic.tool_result_missing',
    broken: conversation(assistant(toolUse('a'), text('done')), user(toolResult('a'))),
    valid: conversation(assistant(text('now'), toolUse('a')), user(toolResult('a'))),
    values: { i: 1, ids: 'a' },
  },
  {
    rule: 'anthropic.tool_result_missing',
    broken: conversation(assistant(toolUse('a')), user(text('wait'), toolResult('a'))),
    valid: conversation(assistant(toolUse('a')), user(toolResult('a')), user(text('neighbours are merged'))),
    values: { i: 1, ids: 'a' },
  },
  {
    rule: 'anthropic.tool_result_orphan',
    broken: conversation(assistant(text('hi')), user(toolResult('a'))),
    valid: conversation(assistant(toolUse('a')), user(toolResult('a'))),
    values: { i: 2, j: 0, id: 'a' },
  },
  {
    rule: 'anthropic.tool_id_pattern',
    broken: conversation(assistant(toolUse('functions.read:0')), user(toolResult('functions.read:0'))),
    valid: conversation(assistant(toolUse('functions_read_0')), user(toolResult('functions_read_0'))),
    values: { i: 1, j: 0 },
  },
  {
    rule: 'anthropic.tool_id_unique',
    broken: conversation(assistant(toolUse('a'), toolUse('a')), user(toolResult('a'))),
    // The same id in a later message was accepted.
    valid: conversation(assistant(toolUse('a')), user(toolResult('a')), assistant(toolUse('a')), user(toolResult('a'))),
    values: { i: 1, j: 1 },
  },
  {
    rule: 'anthropic.tool_result_duplicate',
    broken: conversation(assistant(toolUse('a')), user(toolResult('a'), toolResult('a'))),
    valid: conversation(assistant(toolUse('a')), user(toolResult('a'))),
    values: { i: 2, j: 1, id: 'a' },
  },
  {
    rule: 'anthropic.tool_name_pattern',
    broken: anthropic({ tools: [readTool, { ...readTool, name: 'read file' }] }),
    valid: anthropic({ tools: [readTool, { ...readTool, name: 'read-file' }] }),
    values: { i: 1 },
  },
  {
    rule: 'anthropic.budget_ge_max',
    broken: anthropic({ ...enabled(4096), max_tokens: 4096 }),
    valid: anthropic({ ...enabled(4095), max_tokens: 4096 }),
  },
  { rule: 'anthropic.budget_min', broken: anthropic(enabled(1023)), valid: anthropic(enabled(1024)) },
  {
    rule: 'anthropic.max_tokens_limit',
    broken: anthropic({ max_tokens: 64_001 }),
    valid: anthropic({ max_tokens: 64_000 }),
    values: { n: 64_001, limit: 64_000, model: 'claude-haiku-4-5' },
  },
  {
    rule: 'anthropic.enabled_rejected',
    broken: anthropic({ ...enabled(1024), model: 'claude-opus-4-7' }),
    valid: anthropic({ ...enabled(1024), model: 'claude-opus-4-6' }),
  },
  {
    rule: 'anthropic.thinking_mode',
    broken: anthropic({ model: 'claude-opus-5-5', thinking: { type: 'disabled' } }),
    valid: anthropic({ model: 'claude-opus-5', thinking: { type: 'disabled' } }),
    values: { mode: 'disabled' },
  },
  {
    rule: 'anthropic.effort_level',
    broken: anthropic({ model: 'claude-opus-4-6', output_config: { effort: 'xhigh' } }),
    valid: anthropic({ model: 'claude-opus-4-7', output_config: { effort: 'xhigh' } }),
    values: { e: 'xhigh', list: 'low, medium, high, max' },
  },
  {
    rule: 'anthropic.tool_choice',
    broken: anthropic({ tool_choice: { type: 'none' } }),
    valid: anthropic({ ...withTools, tool_choice: { type: 'none' } }),
  },
  {
    rule: 'anthropic.thinking_tool_choice',
    broken: anthropic({ ...withTools, ...enabled(1024), tool_choice: { type: 'any' } }),
    valid: anthropic({
      ...withTools,
      model: 'claude-opus-4-6',
      thinking: { type: 'adaptive' },
      tool_choice: { type: 'any' },
    }),
  },
  {
    rule: 'anthropic.thinking_first',
    values: { i: 1 },
    broken: anthropic(enabled(1024), [asks, assistant(toolUse('a')), user(toolResult('a'))]),
    valid: anthropic(enabled(1024), [
      asks,
      assistant(toolUse('a')),
      user(toolResult('a')),
      assistant(text('ok')),
      asks,
    ]),
  },
  {
    rule: 'anthropic.signature_invalid',
    broken: conversation(
      assistant({ type: 'thinking', thinking: 'hm', signature: 'c29tZWJvZHkgZWxzZQ==' }, text('a')),
      asks,
    ),
    valid: conversation(assistant(text('a')), asks),
    values: { i: 1, j: 0 },
  },
  {
    rule: 'anthropic.prefill',
    broken: anthropic({ model: 'claude-sonnet-4-6' }, [asks, assistant(text('I'))]),
    valid: anthropic({ model: 'claude-haiku-4-5' }, [asks, assistant(text('I'))]),
  },
  {
    rule: 'anthropic.empty_text',
    broken: anthropic({}, [user(text(''))]),
    // A conversation may begin with the assistant.
    valid: anthropic({}, [assistant(text('hi')), asks]),
  },
  {
    rule: 'anthropic.whitespace_text',
    broken: anthropic({}, [user(text(' \n'))]),
    valid: conversation(assistant(text(' '), toolUse('a')), user(toolResult('a'))),
  },
  {
    rule: 'anthropic.context',
    broken: anthropic({ max_tokens: 64_000 }, [user(text('four'.repeat(140_000)))]),
    valid: anthropic({ max_tokens: 59_000 }, [user(text('four'.repeat(140_000)))]),
    values: { in: 140_023, max: 64_000, limit: 200_000 },
  },
  {
    rule: 'anthropic.model',
    broken: anthropic({ model: 'claude-3-7-sonnet-20250219' }),
    valid: anthropic({ model: 'claude-haiku-4-5-20251001' }),
    values: { model: 'claude-3-7-sonnet-20250219' },
  },
  {
    rule: 'anthropic.sampling',
    broken: anthropic({ temperature: 1 }),
    valid: { ...anthropic({ temperature: 1 }), headers: { 'anthropic-version': '2023-06-01' } },
    values: { param: 'temperature' },
  },
  { rule: 'anthropic.auth', broken: { ...anthropic({}), key: 'wrong-key' }, valid: anthropic({}) },
]
