import { readFileSync } from 'node:fs'

import { Ajv } from 'ajv'
import type { ErrorObject, ValidateFunction } from 'ajv'

import type { JsonObject, JsonValue } from '../../../src/shared/json.ts'
import { listOf, objectOf, objectsOf, parseObject } from './read-json.ts'
import type { SimulatorRequest } from './simulator-request.ts'
import { wireFixture } from './wire-fixture.ts'

type SchemaName =
  | 'AnthropicMessageCreateParams'
  | 'OpenAIChatCreateParams'
  | 'OpenAIResponseCreateParams'
  | 'GeminiContent'
  | 'GeminiThinkingConfig'

const validators = new Map<SchemaName, ValidateFunction>()

/** Returns the violation of the SDK's request types; undefined if there is none. */
export function schemaProblem({ host, wire, body }: SimulatorRequest): string | undefined {
  if (wire === 'gemini') return geminiProblem(body)
  if (wire === 'anthropic') return problem('AnthropicMessageCreateParams', body, '')
  // The other hosts accept fields that OpenAI's types do not contain.
  if (host !== 'openai') return undefined
  return wire === 'chat'
    ? problem('OpenAIChatCreateParams', body, '')
    : problem('OpenAIResponseCreateParams', withItemIds(body), '')
}

/**
 * Adds ids and statuses to replayed items: the API accepts items without them, only the SDK's types require them
 * (docs/behaviour/providers.md#openai-responses).
 */
function withItemIds(body: JsonObject): JsonObject {
  if (!Array.isArray(body['input'])) return body
  return { ...body, input: objectsOf(body['input']).map(withItemId) }
}

function withItemId(item: JsonObject): JsonObject {
  if (item['type'] === 'reasoning') return { id: 'rs_omitted', summary: [], ...item }
  const replayed = item['role'] === 'assistant' && Array.isArray(item['content'])
  if (!replayed) return item
  const content = objectsOf(item['content']).map((part) =>
    part['type'] === 'output_text' ? { annotations: [], ...part } : part,
  )
  return { id: 'msg_omitted', type: 'message', status: 'completed', ...item, content }
}

const GEMINI_FIELDS = [
  'contents',
  'tools',
  'toolConfig',
  'safetySettings',
  'systemInstruction',
  'generationConfig',
  'cachedContent',
  'labels',
  'serviceTier',
  'store',
]

/** Gemini refuses unknown names; contents and thinking are checked against the SDK's types. */
function geminiProblem(body: JsonObject): string | undefined {
  const unknown = Object.keys(body).find((key) => !GEMINI_FIELDS.includes(key))
  if (unknown !== undefined) return `Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`
  for (const [i, content] of listOf(body['contents']).entries()) {
    const found = problem('GeminiContent', content, `contents[${i}]`)
    if (found !== undefined) return found
  }
  const thinking = objectOf(body['generationConfig'])['thinkingConfig']
  return thinking === undefined
    ? undefined
    : problem('GeminiThinkingConfig', thinking, 'generationConfig.thinkingConfig')
}

function problem(name: SchemaName, value: JsonValue, path: string): string | undefined {
  const validate = validator(name)
  if (validate(value)) return undefined
  const error = deepest(validate.errors ?? [])
  const place = `${path}${error?.instancePath ?? ''}`.replace(/^\//, '').replaceAll('/', '.')
  return `${place === '' ? 'request' : place}: ${error?.message ?? 'invalid'}`
}

/** Compiles a schema on first use, once per process, because that takes some 300 ms. */
function validator(name: SchemaName): ValidateFunction {
  const known = validators.get(name)
  if (known !== undefined) return known
  const schema = parseObject(readFileSync(wireFixture(`schemas/${name}.schema.json`), 'utf8')) ?? {}
  const compiled = new Ajv({ strict: false, validateFormats: false }).compile(schema)
  validators.set(name, compiled)
  return compiled
}

/** Returns the error with the longest path, the most informative of a union's many errors. */
function deepest(errors: readonly ErrorObject[]): ErrorObject | undefined {
  return errors.toSorted((a, b) => depth(b) - depth(a))[0]
}

function depth(error: ErrorObject): number {
  return error.instancePath.split('/').length
}
