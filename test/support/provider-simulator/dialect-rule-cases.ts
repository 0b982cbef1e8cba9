import type { JsonObject } from '../../../src/shared/json.ts'
import type { SimulatedHost } from './wire-format.ts'
import type { Post } from './post-request.ts'
import type { RuleCase } from './rule-case.ts'

const hello: JsonObject = { role: 'user', content: 'hello' }
const said = (content: string): JsonObject => ({ role: 'assistant', content })
const result = (id: string): JsonObject => ({ role: 'tool', tool_call_id: id, content: 'ok' })
const tool = (name: string): JsonObject => ({
  type: 'function',
  function: { name, parameters: { type: 'object', properties: {} } },
})
const calls = (fields: JsonObject, ...ids: string[]): JsonObject => ({
  role: 'assistant',
  content: '',
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } })),
  ...fields,
})

const chat =
  (host: SimulatedHost, model: string) =>
  (fields: JsonObject, ...messages: JsonObject[]): Post => {
    return { host, wire: 'chat', body: { model, stream: true, messages: [hello, ...messages], ...fields } }
  }
const mistral = chat('mistral', 'mistral-large-latest')
const moonshot = chat('moonshot', 'kimi-k2.6')
const xai = chat('xai', 'grok-4.7')

const input =
  (host: SimulatedHost, model: string) =>
  (...items: JsonObject[]): Post => {
    return { host, wire: 'responses', body: { model, stream: true, input: [hello, ...items] } }
  }
const deepseek = input('deepseek', 'deepseek-v4-pro')
const grok = input('xai', 'grok-4.7')
const call = (call_id: string): JsonObject => ({ type: 'function_call', call_id, name: 'read', arguments: '{}' })
const output = (call_id: string): JsonObject => ({ type: 'function_call_output', call_id, output: 'ok' })

const ID = 'abcDEF123'
const SEARCH: JsonObject = { type: 'builtin_function', function: { name: '$web_search' } }
const NO_THINKING: JsonObject = { thinking: { type: 'disabled' } }
const searched: JsonObject = {
  role: 'assistant',
  content: '',
  tool_calls: [{ id: 's', type: 'function', function: { name: '$web_search', arguments: '{"q":1}' } }],
}
const thought = { reasoning_content: 'hm' }

export const DIALECT_CASES: readonly RuleCase[] = [
  {
    rule: 'mistral.tool_id',
    broken: mistral({}, calls({}, 'call_1'), result('call_1')),
    valid: mistral({}, calls({}, ID), result(ID)),
    values: { id: 'call_1' },
  },
  {
    rule: 'mistral.count',
    broken: mistral({}, calls({}, ID, 'bbbbbbbbb'), result(ID)),
    valid: mistral({}, calls({}, ID, 'bbbbbbbbb'), result('bbbbbbbbb'), result(ID)),
  },
  {
    rule: 'mistral.order',
    broken: mistral({}, calls({}, ID), result(ID), hello),
    valid: mistral({}, calls({}, ID), result(ID), said('ok'), hello),
  },
  {
    rule: 'mistral.last_role',
    broken: mistral({}, said('I')),
    valid: mistral({}, { ...said('I'), prefix: true }),
  },
  { rule: 'mistral.empty_assistant', broken: mistral({}, said(''), hello), valid: mistral({}, said('a'), hello) },
  {
    rule: 'moonshot.forced_tool',
    broken: moonshot({ tools: [tool('read')], tool_choice: 'required' }),
    valid: moonshot({ tools: [tool('read')], tool_choice: 'required', thinking: { type: 'disabled' } }),
  },
  {
    rule: 'moonshot.reasoning_missing',
    broken: moonshot({}, calls({ reasoning_content: '' }, 'read:0'), result('read:0')),
    valid: moonshot({}, calls({ reasoning_content: ' ' }, 'read:0'), result('read:0')),
    values: { i: 1 },
  },
  {
    rule: 'moonshot.tool_id',
    broken: moonshot({}, calls(thought, 'a'), result('a'), result('b')),
    valid: moonshot({}, calls(thought, 'a'), result('a')),
    values: { id: 'b' },
  },
  {
    rule: 'moonshot.tool_missing',
    broken: moonshot({}, calls(thought, 'a', 'b'), result('a'), hello),
    valid: moonshot({}, calls(thought, 'a', 'b'), result('a'), result('b'), hello),
    values: { ids: 'b' },
  },
  {
    rule: 'moonshot.thinking_and_effort',
    broken: moonshot({ thinking: { type: 'enabled' }, reasoning_effort: 'low' }),
    valid: moonshot({ thinking: { type: 'enabled' } }),
  },
  {
    rule: 'moonshot.tool_name',
    broken: moonshot({ tools: [tool('2read')] }),
    valid: moonshot({ tools: [tool('read2')] }),
  },
  {
    rule: 'moonshot.search_result',
    broken: moonshot(NO_THINKING, searched, { ...result('s'), content: 'ok' }),
    valid: moonshot(NO_THINKING, searched, { ...result('s'), content: '{"q":1}' }),
  },
  {
    rule: 'moonshot.search_thinking',
    broken: moonshot({ tools: [SEARCH] }),
    valid: moonshot({ ...NO_THINKING, tools: [SEARCH] }),
  },
  { rule: 'moonshot.empty_assistant', broken: moonshot({}, said(''), hello), valid: moonshot({}, said('a'), hello) },
  {
    rule: 'xai.shape',
    broken: grok({ type: 'custom_tool_call', call_id: 'a', name: 'read', input: '' }),
    valid: grok(call('a'), output('a')),
  },
  {
    rule: 'xai.tool_choice',
    broken: xai({ tool_choice: 'auto' }),
    valid: xai({ tool_choice: 'auto', tools: [tool('read')] }),
  },
  {
    rule: 'deepseek.responses_tool',
    broken: deepseek(call('a')),
    valid: deepseek(call('a'), output('a')),
    values: { id: 'a' },
  },
  {
    rule: 'deepseek.responses_tool',
    broken: deepseek(call('a'), hello, output('a')),
    valid: deepseek(call('a'), output('a'), hello),
    values: { id: 'a' },
  },
]
