import type { JsonObject } from '../../../src/shared/json.ts'
import type { Post } from './post-request.ts'
import type { RuleCase } from './rule-case.ts'

function gemini(fields: JsonObject, contents: readonly JsonObject[] = [asks()]): Post {
  return { host: 'google', wire: 'gemini', body: { model: 'gemini-2.5-flash', contents, ...fields } }
}

function asks(): JsonObject {
  return user({ text: 'hello' })
}

const user = (...parts: JsonObject[]): JsonObject => ({ role: 'user', parts })
const model = (...parts: JsonObject[]): JsonObject => ({ role: 'model', parts })
const call = (name = 'read'): JsonObject => ({ functionCall: { name, args: {} } })
const answer = (name = 'read'): JsonObject => ({ functionResponse: { name, response: { output: 'ok' } } })
const turns = (...contents: JsonObject[]): Post => gemini({}, [asks(), ...contents])
const thinking = (id: string, thinkingConfig: JsonObject): Post => {
  return gemini({ model: id, generationConfig: { thinkingConfig } })
}
const signed = (part: JsonObject, thoughtSignature: string): JsonObject => ({ ...part, thoughtSignature })
const gemini3 = (...contents: JsonObject[]): Post => gemini({ model: 'gemini-3.8-flash' }, [asks(), ...contents])

export const GEMINI_CASES: readonly RuleCase[] = [
  {
    rule: 'gemini.parts_count',
    broken: turns(model(call(), call()), user(answer())),
    valid: turns(model(call(), call()), user(answer()), user(answer())),
  },
  {
    rule: 'gemini.call_turn_order',
    broken: gemini({}, [model(call()), user(answer())]),
    valid: turns(model({ text: 'now' }), model(call()), user(answer())),
  },
  {
    rule: 'gemini.response_turn_order',
    broken: turns(model({ text: 'hi' }), user(answer())),
    valid: turns(model(call()), { role: 'function', parts: [answer()] }),
  },
  {
    rule: 'gemini.tool_choice',
    broken: gemini({ toolConfig: { functionCallingConfig: { mode: 'NONE' } } }),
    valid: gemini({
      tools: [{ functionDeclarations: [{ name: 'read' }] }],
      toolConfig: { functionCallingConfig: { mode: 'NONE' } },
    }),
  },
  {
    rule: 'gemini.signature_missing',
    broken: gemini3(model(call('find')), user(answer('find'))),
    // Only the current turn counts, and of parallel calls only the first.
    valid: gemini3(
      model(call('find')),
      user(answer('find')),
      model({ text: 'found' }),
      asks(),
      model(signed(call(), 'skip_thought_signature_validator'), call()),
      user(answer(), answer()),
    ),
    message:
      'Function call is missing a thought_signature in functionCall parts. This is required for tools to work ' +
      'correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call ' +
      '`default_api:find` , position 2. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for ' +
      'more details.',
  },
  {
    rule: 'gemini.signature_invalid',
    broken: gemini3(model(signed(call(), 'somebody-elses')), user(answer())),
    valid: gemini3(model(signed(call(), 'skip_thought_signature_validator')), user(answer())),
  },
  {
    rule: 'gemini.empty_parts',
    broken: turns(model(), asks()),
    valid: turns(model({ text: 'hi' }), asks()),
    values: { i: 1 },
  },
  {
    rule: 'gemini.part_data',
    broken: turns(model({ thought: true }), asks()),
    valid: turns(model({ text: '' }), asks()),
    values: { i: 1, j: 0 },
  },
  {
    rule: 'gemini.budget_zero',
    broken: thinking('gemini-2.5-pro', { thinkingBudget: 0 }),
    valid: thinking('gemini-2.5-flash', { thinkingBudget: 0 }),
  },
  {
    rule: 'gemini.budget_range',
    broken: thinking('gemini-2.5-pro', { thinkingBudget: 32_769 }),
    valid: thinking('gemini-2.5-pro', { thinkingBudget: 32_768 }),
    values: { n: 32_769, min: 128, max: 32_768 },
  },
  {
    rule: 'gemini.level_on_25',
    broken: thinking('gemini-2.5-flash', { thinkingLevel: 'LOW' }),
    valid: thinking('gemini-3.8-flash', { thinkingLevel: 'LOW' }),
  },
  {
    rule: 'gemini.level_on_25',
    broken: thinking('gemini-3.8-flash', { thinkingLevel: 'LOW', thinkingBudget: 1024 }),
    valid: thinking('gemini-3.8-flash', { thinkingBudget: 1024 }),
  },
  {
    rule: 'gemini.level_value',
    broken: thinking('gemini-3.8-flash', { thinkingLevel: 'MINIMAL' }),
    valid: thinking('gemini-3.6-flash', { thinkingLevel: 'MINIMAL' }),
  },
  {
    rule: 'gemini.model',
    broken: gemini({ model: 'gemini-3-pro' }),
    valid: gemini({ model: 'gemini-3.1-pro-preview' }),
    values: { model: 'gemini-3-pro', v: 'v1' },
  },
  { rule: 'gemini.auth', broken: { ...gemini({}), key: 'wrong-key' }, valid: gemini({}) },
]
