import type { JsonObject, JsonValue } from '../../../../src/shared/json.ts'
import { isJsonObject } from '../../../../src/shared/json.ts'
import { numberOf, objectOf, objectsOf } from '../read-json.ts'
import type { RuleCheck, RuleRow, RuleSubject } from './rule.ts'

/** Rules for schemas of answers, sampling and the providers' own tools (docs/behaviour/providers.md#options). */

const geminiBody = (message: string): JsonObject => ({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } })

export const OPTION_ROWS: readonly RuleRow[] = [
  {
    id: 'anthropic.schema_open',
    http: 400,
    body: {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message:
          "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false",
      },
      request_id: 'req_…',
    },
  },
  {
    id: 'responses.sampling',
    http: 400,
    body: {
      error: {
        message: "Unsupported parameter: 'temperature' is not supported with this model.",
        type: 'invalid_request_error',
        param: 'temperature',
        code: null,
      },
    },
  },
  {
    id: 'gemini.tools_mixed',
    http: 400,
    body: geminiBody(
      'Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.',
    ),
  },
  {
    id: 'gemini.no_circulation',
    http: 400,
    body: geminiBody('Tool call context circulation is not enabled for models/{model}'),
  },
]

/** An object of the schema that is open to further properties. */
function hasOpenObject(schema: JsonValue): boolean {
  if (Array.isArray(schema)) return schema.some(hasOpenObject)
  if (!isJsonObject(schema)) return false
  if (schema['type'] === 'object' && schema['additionalProperties'] !== false) return true
  return Object.values(schema).some(hasOpenObject)
}

export const anthropicOpenSchema: RuleCheck = ({ request: { body } }) => {
  const format = objectOf(objectOf(body['output_config'])['format'])
  return format['type'] === 'json_schema' && hasOpenObject(format['schema'] ?? null) ? {} : undefined
}

export const responsesSampling: RuleCheck = ({ request: { body }, model }) => {
  const reasons = (model?.efforts?.length ?? 0) > 0
  return reasons && numberOf(body['temperature']) !== undefined ? {} : undefined
}

export const geminiOptionRules: Readonly<Record<string, RuleCheck>> = {
  'gemini.no_circulation': (subject) => {
    const isOld = (subject.model?.levels?.length ?? 0) === 0
    return circulates(subject) && isOld ? { values: { model: subject.request.model } } : undefined
  },
  'gemini.tools_mixed': (subject) => {
    const tools = objectsOf(subject.request.body['tools'])
    const has = (key: string): boolean => tools.some((tool) => tool[key] !== undefined)
    const isMixed = has('functionDeclarations') && (has('googleSearch') || has('codeExecution') || has('urlContext'))
    return isMixed && !circulates(subject) ? {} : undefined
  },
}

function circulates({ request: { body } }: RuleSubject): boolean {
  return objectOf(body['toolConfig'])['includeServerSideToolInvocations'] === true
}
