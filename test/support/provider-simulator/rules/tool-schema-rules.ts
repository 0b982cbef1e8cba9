import { Ajv2020 } from 'ajv/dist/2020.js'

import { isJsonObject, type JsonObject, type JsonValue } from '../../../../src/shared/json.ts'
import { objectOf, objectsOf, textOf } from '../read-json.ts'
import type { RuleCheck, RuleChecks, RuleRow, RuleSubject, Violation } from './rule.ts'

/**
 * Rules about the definitions of tools. The texts are the providers' own, from public reports of requests that they
 * refused; what a rule covers beyond its report is documented by the provider.
 */
export const TOOL_SCHEMA_ROWS: readonly RuleRow[] = [
  anthropicRow('anthropic.tools_unique', 'tools: Tool names must be unique.'),
  anthropicRow('anthropic.tool_schema_type', 'tools.{i}.custom.input_schema.type: Field required'),
  anthropicRow(
    'anthropic.tool_schema_root',
    'tools.{i}.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level',
  ),
  anthropicRow(
    'anthropic.tool_schema_keys',
    "tools.{i}.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'",
  ),
  anthropicRow(
    'anthropic.tool_schema_invalid',
    'tools.{i}.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at https://docs.claude.com/en/docs/tool-use.',
  ),
  openaiRow(
    'openai.tool_count',
    "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length {n} instead.",
    'array_above_max_length',
  ),
  openaiRow(
    'openai.tool_description',
    "Invalid 'tools[{i}].{path}': string too long. Expected a string with maximum length 1024, but got a string with length {n} instead.",
    'string_above_max_length',
  ),
  openaiRow('openai.tool_schema', "Invalid schema for function '{name}': {why}", 'invalid_function_parameters'),
  openaiRow(
    'moonshot.tool_schema',
    'Invalid request: tools.function.parameters is not a valid moonshot flavored json schema, details: <{why}>',
    null,
  ),
  openaiRow('moonshot.tool_root', 'tools.function.parameters.type is required and must be "object"', null),
  {
    id: 'mistral.tool_schema',
    http: 400,
    body: {
      object: 'error',
      message: 'Invalid tool schema: {schema} is not valid under any of the given schemas',
      type: 'invalid_request_error',
      param: null,
      code: null,
    },
  },
  {
    id: 'local.tool_properties',
    http: 400,
    body: {
      error:
        '[{"code":"invalid_type","expected":"object","received":"undefined","path":[{i},"function","parameters","properties"],"message":"Required"}]',
    },
  },
  geminiRow('gemini.tool_count', 'At most 128 function declarations are allowed, got {n}.'),
  geminiRow(
    'gemini.tool_name',
    '* GenerateContentRequest.tools[0].function_declarations[{i}].name: [FIELD_INVALID] Invalid function name. Must start with a letter or an underscore. Must be alpha-numeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:) or dashes (-), with a maximum length of 64.',
  ),
  geminiRow('gemini.tool_schema', '{why}'),
]

function anthropicRow(id: string, message: string): RuleRow {
  return {
    id,
    http: 400,
    body: { type: 'error', error: { type: 'invalid_request_error', message }, request_id: 'req_…' },
  }
}

function openaiRow(id: string, message: string, code: string | null): RuleRow {
  return { id, http: 400, body: { error: { message, type: 'invalid_request_error', param: null, code } } }
}

function geminiRow(id: string, message: string): RuleRow {
  return { id, http: 400, body: { error: { code: 400, message, status: 'INVALID_ARGUMENT' } } }
}

interface DeclaredTool {
  readonly i: number
  readonly name: string
  readonly description: string
  readonly schema: JsonValue | undefined
}

/** The functions of a request, whatever its wire format. */
function declared({ request: { body, wire } }: RuleSubject): readonly DeclaredTool[] {
  const tools = objectsOf(body['tools'])
  if (wire === 'gemini') {
    return tools
      .flatMap((tool) => objectsOf(tool['functionDeclarations']))
      .map((each, i) => toolOf(each, each['parametersJsonSchema'] ?? each['parameters'], i))
  }
  return tools.flatMap((tool, i): readonly DeclaredTool[] => {
    if (wire === 'anthropic') return 'input_schema' in tool ? [toolOf(tool, tool['input_schema'], i)] : []
    if (tool['type'] !== 'function') return []
    const own = wire === 'chat' ? objectOf(tool['function']) : tool
    return [toolOf(own, own['parameters'], i)]
  })
}

function toolOf({ name, description }: JsonObject, schema: JsonValue | undefined, i: number): DeclaredTool {
  return { i, name: textOf(name), description: textOf(description), schema }
}

function firstTool(subject: RuleSubject, check: (tool: DeclaredTool) => Violation | undefined): Violation | undefined {
  for (const tool of declared(subject)) {
    const violation = check(tool)
    if (violation !== undefined) return violation
  }
  return undefined
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false })

function isValidSchema(schema: JsonValue | undefined): boolean {
  return isJsonObject(schema) && ajv.validateSchema(schema) === true && unresolved(schema, schema) === undefined
}

/** The first reference that leads nowhere. */
function unresolved(schema: JsonValue, root: JsonObject): string | undefined {
  for (const { node } of placed(schema, [])) {
    const { $ref: reference } = node
    if (typeof reference === 'string' && !leadsSomewhere(reference, root)) return reference
  }
  return undefined
}

function leadsSomewhere(reference: string, root: JsonObject): boolean {
  if (!reference.startsWith('#')) return false
  let value: JsonValue | undefined = root
  for (const key of reference.split('/').slice(1)) value = objectOf(value)[key]
  return value !== undefined
}

interface PlacedSchema {
  readonly node: JsonObject
  readonly path: readonly string[]
}

const INSIDE_ONE = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames']
const INSIDE_MANY = ['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items']
const INSIDE_NAMED = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']

/** A schema and all schemas inside it. Values of `enum`, `const` and `default` are no schemas. */
function placed(schema: JsonValue | undefined, path: readonly string[]): readonly PlacedSchema[] {
  if (!isJsonObject(schema)) return []
  return [
    { node: schema, path },
    ...INSIDE_ONE.flatMap((key) => placed(schema[key], [...path, key])),
    ...INSIDE_MANY.flatMap((key) =>
      objectsOf(schema[key]).flatMap((each, at) => placed(each, [...path, key, `${at}`])),
    ),
    ...INSIDE_NAMED.flatMap((key) =>
      Object.entries(objectOf(schema[key])).flatMap(([name, each]) => placed(each, [...path, key, name])),
    ),
  ]
}

const COMBINATIONS = ['anyOf', 'oneOf', 'allOf']
const PROPERTY_KEY = /^[a-zA-Z0-9_.-]{1,64}$/

export const anthropicSchemaRules = {
  'anthropic.tools_unique': (subject) => {
    const names = objectsOf(subject.request.body['tools']).map(({ name }) => textOf(name))
    return new Set(names).size < names.length ? {} : undefined
  },
  'anthropic.tool_schema_type': (subject) =>
    firstTool(subject, ({ i, schema }) => {
      const { type } = objectOf(schema)
      if (type === 'object') return undefined
      if (type === undefined) return { values: { i } }
      return { message: `tools.${i}.custom.input_schema.type: Input should be 'object'` }
    }),
  'anthropic.tool_schema_root': (subject) =>
    firstTool(subject, ({ i, schema }) =>
      COMBINATIONS.some((key) => key in objectOf(schema)) ? { values: { i } } : undefined,
    ),
  'anthropic.tool_schema_keys': (subject) =>
    firstTool(subject, ({ i, schema }) => {
      const keys = placed(schema, []).flatMap(({ node }) => Object.keys(objectOf(node['properties'])))
      return keys.every((key) => PROPERTY_KEY.test(key)) ? undefined : { values: { i } }
    }),
  'anthropic.tool_schema_invalid': (subject) =>
    firstTool(subject, ({ i, schema }) => (isValidSchema(schema) ? undefined : { values: { i } })),
} satisfies RuleChecks

const MAX_TOOLS = 128
const MAX_DESCRIPTION = 1_024

const tooMany: RuleCheck = (subject) => {
  const n = objectsOf(subject.request.body['tools']).length
  return n > MAX_TOOLS ? { values: { n } } : undefined
}

const longDescription: RuleCheck = (subject) =>
  firstTool(subject, ({ i, description }) => {
    const path = subject.request.wire === 'chat' ? 'function.description' : 'description'
    const n = description.length
    return n > MAX_DESCRIPTION ? { values: { i, path, n }, param: `tools[${i}].${path}` } : undefined
  })

const openaiSchema: RuleCheck = (subject) =>
  firstTool(subject, ({ i, name, schema }) => {
    const why = openaiProblem(schema)
    const param = subject.request.wire === 'chat' ? `tools[${i}].function.parameters` : `tools[${i}].parameters`
    return why === undefined ? undefined : { values: { name, why }, param }
  })

function openaiProblem(schema: JsonValue | undefined): string | undefined {
  const root = objectOf(schema)
  if (root['type'] !== 'object')
    return `schema must be a JSON Schema of 'type: "object"', got 'type: "${shown(root['type'])}"'.`
  if ([...COMBINATIONS, 'enum', 'not'].some((key) => key in root)) {
    return "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level."
  }
  if (!isJsonObject(root['properties'])) return 'In context=(), object schema missing properties.'
  for (const { node, path } of placed(root, [])) {
    const context = `In context=(${path.map((step) => `'${step}'`).join(', ')})`
    const isArray = node['type'] === 'array' || (Array.isArray(node['type']) && node['type'].includes('array'))
    if (isArray && node['items'] === undefined && node['prefixItems'] === undefined)
      return `${context}, array schema missing items.`
    if (typeof node['pattern'] === 'string' && !isPortablePattern(node['pattern']))
      return `${context}, '${node['pattern']}' is not a 'regex'.`
  }
  const lost = unresolved(root, root)
  if (lost !== undefined) return `In context=(), reference to component '${lost}' which was not found in the schema.`
  if (ajv.validateSchema(root) === true) return undefined
  const [error] = ajv.errors ?? []
  return `In context=(), ${error?.instancePath ?? ''} ${error?.message ?? 'is not valid'}.`
}

/** Whether other languages read the pattern as JavaScript does. */
function isPortablePattern(pattern: string): boolean {
  if (/\(\?[^:]|\\[pPkuQEAZ]/.test(pattern)) return false
  try {
    return new RegExp(pattern).source !== ''
  } catch {
    return false
  }
}

function shown(type: JsonValue | undefined): string {
  return type === undefined || type === null ? 'None' : JSON.stringify(type).replaceAll('"', '')
}

export const openaiSchemaRules = {
  'openai.tool_count': tooMany,
  'openai.tool_description': longDescription,
  'openai.tool_schema': openaiSchema,
} satisfies RuleChecks

/** OpenRouter sends the definitions to the provider of the model, so that the rules of all of them count. */
export const gatewaySchemaRules = {
  ...openaiSchemaRules,
  'anthropic.tool_schema_keys': anthropicSchemaRules['anthropic.tool_schema_keys'],
} satisfies RuleChecks

export const mistralSchemaRules = {
  'openai.tool_count': tooMany,
  'mistral.tool_schema': (subject) =>
    firstTool(subject, ({ schema }) => {
      const isObject = objectOf(schema)['type'] === 'object'
      return isObject && isValidSchema(schema) ? undefined : { values: { schema: JSON.stringify(schema ?? null) } }
    }),
} satisfies RuleChecks

export const moonshotSchemaRules = {
  'openai.tool_count': tooMany,
  'moonshot.tool_root': (subject) =>
    firstTool(subject, ({ schema }) => (objectOf(schema)['type'] === 'object' ? undefined : {})),
  'moonshot.tool_schema': (subject) =>
    firstTool(subject, ({ schema }) => {
      const why = placed(schema, [])
        .map(moonshotProblem)
        .find((problem) => problem !== undefined)
      return why === undefined ? undefined : { values: { why } }
    }),
} satisfies RuleChecks

function moonshotProblem({ node, path }: PlacedSchema): string | undefined {
  const at = `At path '${path.length === 0 ? 'root' : path.join('.')}'`
  const { type, anyOf } = node
  if (anyOf !== undefined && type !== undefined)
    return `${at}: when using anyOf, type should be defined in anyOf items instead of the parent schema`
  const other = ['oneOf', 'allOf', 'not', 'if', 'patternProperties', '$ref'].find((key) => key in node)
  if (other !== undefined) return `${at}: ${other} is not supported`
  if (anyOf === undefined && type === undefined) return `${at}: type is not defined`
  const values = Array.isArray(node['enum']) ? node['enum'] : []
  const wrong = values.find((value: JsonValue) => !matches(value, type))
  return wrong === undefined
    ? undefined
    : `${at}: enum value (${wrong === null ? '<nil>' : JSON.stringify(wrong)}) does not match any type in [${shown(type)}]`
}

function matches(value: JsonValue, type: JsonValue | undefined): boolean {
  const own = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  const allowed = Array.isArray(type) ? type : [type]
  return allowed.some((name: JsonValue | undefined) => name === own || (own === 'number' && name === 'integer'))
}

/** The fields of `parametersJsonSchema` (ai.google.dev, Schema). */
const GEMINI_KEYWORDS = new Set(
  'type format title description enum items prefixItems minItems maxItems minimum maximum anyOf properties required propertyOrdering'.split(
    ' ',
  ),
)
const GEMINI_NAME = /^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$/

export const geminiSchemaRules = {
  'gemini.tool_count': (subject) => {
    const n = declared(subject).length
    return n > MAX_TOOLS ? { values: { n } } : undefined
  },
  'gemini.tool_name': (subject) =>
    firstTool(subject, ({ i, name }) => (GEMINI_NAME.test(name) ? undefined : { values: { i } })),
  'gemini.tool_schema': (subject) =>
    firstTool(subject, ({ i, schema }) => {
      if (schema === undefined) return undefined
      const why =
        objectOf(schema)['type'] === 'object' ? geminiProblem(schema, i) : 'parameters schema should be of type OBJECT.'
      return why === undefined ? undefined : { values: { why } }
    }),
} satisfies RuleChecks

function geminiProblem(schema: JsonValue, i: number): string | undefined {
  for (const { node, path } of placed(schema, [])) {
    const place = ['parameters', ...path].join('.')
    const at = `* GenerateContentRequest.tools[0].function_declarations[${i}].${place}`
    const unknown = Object.keys(node).find((key) => !GEMINI_KEYWORDS.has(key))
    if (unknown !== undefined)
      return `Invalid JSON payload received. Unknown name "${unknown}" at 'tools[0].function_declarations[${i}].${place}': Cannot find field.`
    if (node['anyOf'] !== undefined && Object.keys(node).length > 1)
      return `Unable to submit request because ${place} schema specified other fields alongside any_of. When using any_of, it must be the only field set.`
    if (node['anyOf'] === undefined && typeof node['type'] !== 'string') return `${at}.type: must be specified`
    if (node['type'] === 'array' && node['items'] === undefined) return `${at}.items: missing field.`
    const values = Array.isArray(node['enum']) ? node['enum'] : []
    const empty = values.findIndex((value: JsonValue) => value === '')
    if (empty >= 0) return `${at}.enum[${empty}]: cannot be empty`
    if (values.some((value: JsonValue) => !matches(value, node['type'])))
      return `${at}.enum: only allowed for STRING type`
    const names = Object.keys(objectOf(node['properties']))
    const required = Array.isArray(node['required']) ? node['required'] : []
    const lost = required.findIndex((name: JsonValue) => !names.includes(textOf(name)))
    if (lost >= 0) return `${at}.required[${lost}]: property is not defined`
    if (
      typeof node['format'] === 'string' &&
      node['type'] === 'string' &&
      !['date-time', 'enum'].includes(node['format'])
    )
      return `${at}.format: only 'enum' and 'date-time' are supported for STRING type`
  }
  return undefined
}

/** Some servers require `properties` (LM Studio). */
export const localSchemaRules = {
  'local.tool_properties': (subject) =>
    firstTool(subject, ({ i, schema }) =>
      isJsonObject(objectOf(schema)['properties']) ? undefined : { values: { i } },
    ),
} satisfies RuleChecks
