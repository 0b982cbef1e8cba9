import type { JsonObject } from '../../../src/shared/json.ts'
import type { Post } from './post-request.ts'
import type { RuleCase } from './rule-case.ts'
import type { SimulatedHost } from './wire-format.ts'

const OBJECT: JsonObject = { type: 'object', properties: { a: { type: 'string' } } }
const withProperty = (name: string, schema: JsonObject | boolean): JsonObject => ({
  type: 'object',
  properties: { [name]: schema },
})
const ROOT_UNION: JsonObject = { type: 'object', properties: {}, anyOf: [OBJECT] }
const DRAFT_4: JsonObject = withProperty('a', { type: 'number', maximum: 5, exclusiveMaximum: true })

const hello = { role: 'user', content: 'hello' } as const
const claude = (...tools: JsonObject[]): Post => ({
  host: 'anthropic',
  wire: 'anthropic',
  body: { model: 'claude-haiku-4-5', max_tokens: 10, stream: true, messages: [hello], tools },
})
const claudeTool = (input_schema: JsonObject, name = 'read'): JsonObject => ({
  name,
  description: 'Reads.',
  input_schema,
})
const functionOf = (parameters: JsonObject, description = 'Reads.'): JsonObject => ({
  type: 'function',
  function: { name: 'read', description, parameters },
})
const chat = (host: SimulatedHost, model: string, ...tools: JsonObject[]): Post => ({
  host,
  wire: 'chat',
  body: { model, stream: true, messages: [hello], tools },
})
const gpt = (...tools: JsonObject[]): Post => chat('openai', 'gpt-4o', ...tools)
const kimi = (parameters: JsonObject): Post => chat('moonshot', 'kimi-k2.6', functionOf(parameters))
const responses = (...tools: JsonObject[]): Post => ({
  host: 'openai',
  wire: 'responses',
  body: { model: 'gpt-5.5', stream: true, store: false, input: [hello], tools },
})
const flat = (parameters: JsonObject): JsonObject => ({ type: 'function', name: 'read', parameters, strict: false })
const gemini = (...declarations: JsonObject[]): Post => ({
  host: 'google',
  wire: 'gemini',
  body: {
    model: 'gemini-2.5-flash',
    contents: [{ role: 'user', parts: [{ text: 'hello' }] }],
    tools: [{ functionDeclarations: declarations }],
  },
})
const declared = (parametersJsonSchema: JsonObject, name = 'read'): JsonObject => ({ name, parametersJsonSchema })
const many = (count: number, tool: (index: number) => JsonObject): JsonObject[] =>
  Array.from({ length: count }, (_, index) => tool(index))

const AT_TOP = "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level."
const CHAT_PARAM = 'tools[0].function.parameters'

/** A schema that OpenAI refuses, with what it says. */
function refusedByOpenai(broken: JsonObject, why: string): RuleCase {
  return {
    rule: 'openai.tool_schema',
    broken: gpt(functionOf(broken)),
    valid: gpt(functionOf(OBJECT)),
    values: { name: 'read', why },
    param: CHAT_PARAM,
  }
}

function refusedByMoonshot(broken: JsonObject, valid: JsonObject, why: string): RuleCase {
  return { rule: 'moonshot.tool_schema', broken: kimi(broken), valid: kimi(valid), values: { why } }
}

function refusedByGemini(broken: JsonObject, valid: JsonObject, why: string): RuleCase {
  return {
    rule: 'gemini.tool_schema',
    broken: gemini(declared(broken)),
    valid: gemini(declared(valid)),
    values: { why },
  }
}

const AT = '* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties.a'

export const TOOL_SCHEMA_CASES: readonly RuleCase[] = [
  {
    rule: 'anthropic.tools_unique',
    broken: claude(claudeTool(OBJECT), claudeTool(OBJECT)),
    valid: claude(claudeTool(OBJECT), claudeTool(OBJECT, 'write')),
  },
  {
    rule: 'anthropic.tool_schema_type',
    broken: claude(claudeTool({ properties: {} })),
    valid: claude(claudeTool({ type: 'object' })),
    values: { i: 0 },
  },
  {
    rule: 'anthropic.tool_schema_root',
    broken: claude(claudeTool(OBJECT), claudeTool(ROOT_UNION, 'attach')),
    valid: claude(claudeTool(OBJECT), claudeTool(withProperty('a', { anyOf: [OBJECT] }), 'attach')),
    values: { i: 1 },
  },
  {
    rule: 'anthropic.tool_schema_keys',
    broken: claude(claudeTool(withProperty('filter[name]', {}))),
    valid: claude(claudeTool(withProperty('filter.name', {}))),
    values: { i: 0 },
  },
  {
    rule: 'anthropic.tool_schema_invalid',
    broken: claude(claudeTool(DRAFT_4)),
    valid: claude(claudeTool(withProperty('a', { type: 'number', exclusiveMaximum: 5 }))),
    values: { i: 0 },
  },
  {
    rule: 'openai.tool_count',
    broken: gpt(...many(129, () => functionOf(OBJECT))),
    valid: gpt(...many(128, () => functionOf(OBJECT))),
    values: { n: 129 },
  },
  {
    rule: 'openai.tool_description',
    broken: gpt(functionOf(OBJECT, 'x'.repeat(1_025))),
    valid: gpt(functionOf(OBJECT, 'x'.repeat(1_024))),
    values: { i: 0, path: 'function.description', n: 1_025 },
    param: 'tools[0].function.description',
  },
  refusedByOpenai(ROOT_UNION, AT_TOP),
  refusedByOpenai({ type: 'object' }, 'In context=(), object schema missing properties.'),
  refusedByOpenai({}, `schema must be a JSON Schema of 'type: "object"', got 'type: "None"'.`),
  refusedByOpenai(withProperty('a', { type: 'array' }), "In context=('properties', 'a'), array schema missing items."),
  refusedByOpenai(
    withProperty('a', { $ref: '#/$defs/lost' }),
    "In context=(), reference to component '#/$defs/lost' which was not found in the schema.",
  ),
  {
    rule: 'openai.tool_schema',
    broken: responses(flat(ROOT_UNION)),
    valid: responses(flat(OBJECT)),
    values: { name: 'read', why: AT_TOP },
    param: 'tools[0].parameters',
  },
  {
    rule: 'moonshot.tool_root',
    broken: kimi({ anyOf: [OBJECT] }),
    valid: kimi(OBJECT),
  },
  refusedByMoonshot(
    ROOT_UNION,
    withProperty('a', { anyOf: [OBJECT] }),
    "At path 'root': when using anyOf, type should be defined in anyOf items instead of the parent schema",
  ),
  refusedByMoonshot(withProperty('a', { description: 'Any.' }), OBJECT, "At path 'properties.a': type is not defined"),
  refusedByMoonshot(
    withProperty('a', { type: 'string', enum: ['x', null] }),
    withProperty('a', { type: 'string', enum: ['x'] }),
    "At path 'properties.a': enum value (<nil>) does not match any type in [string]",
  ),
  {
    rule: 'mistral.tool_schema',
    broken: chat('mistral', 'mistral-large-latest', functionOf(DRAFT_4)),
    valid: chat('mistral', 'mistral-large-latest', functionOf(OBJECT)),
    values: { schema: JSON.stringify(DRAFT_4) },
  },
  {
    rule: 'local.tool_properties',
    broken: chat('local', 'qwen3:8b', functionOf({ type: 'object' })),
    valid: chat('local', 'qwen3:8b', functionOf(OBJECT)),
    values: { i: 0 },
  },
  {
    rule: 'gemini.tool_count',
    broken: gemini(...many(129, (index) => declared(OBJECT, `t${index}`))),
    valid: gemini(...many(128, (index) => declared(OBJECT, `t${index}`))),
    values: { n: 129 },
  },
  {
    rule: 'gemini.tool_name',
    broken: gemini(declared(OBJECT), declared(OBJECT, '1read')),
    valid: gemini(declared(OBJECT), declared(OBJECT, '_read')),
    values: { i: 1 },
  },
  refusedByGemini(
    withProperty('a', { type: 'number', exclusiveMinimum: 0 }),
    withProperty('a', { type: 'number', minimum: 0 }),
    `Invalid JSON payload received. Unknown name "exclusiveMinimum" at 'tools[0].function_declarations[0].parameters.properties.a': Cannot find field.`,
  ),
  refusedByGemini(
    withProperty('a', { type: 'array' }),
    withProperty('a', { type: 'array', items: { type: 'string' } }),
    `${AT}.items: missing field.`,
  ),
  refusedByGemini(
    withProperty('a', { type: 'string', enum: ['x', ''] }),
    withProperty('a', { type: 'string', enum: ['x'] }),
    `${AT}.enum[1]: cannot be empty`,
  ),
  refusedByGemini(
    { ...OBJECT, required: ['b'] },
    { ...OBJECT, required: ['a'] },
    '* GenerateContentRequest.tools[0].function_declarations[0].parameters.required[0]: property is not defined',
  ),
  refusedByGemini(
    withProperty('a', { type: 'string', format: 'uri' }),
    withProperty('a', { type: 'string', format: 'date-time' }),
    `${AT}.format: only 'enum' and 'date-time' are supported for STRING type`,
  ),
  refusedByGemini(
    withProperty('a', { type: 'string', anyOf: [{ type: 'string' }] }),
    withProperty('a', { anyOf: [{ type: 'string' }] }),
    'Unable to submit request because parameters.properties.a schema specified other fields alongside any_of. When using any_of, it must be the only field set.',
  ),
]
