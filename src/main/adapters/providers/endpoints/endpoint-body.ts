import { isClaude } from '../../../../shared/endpoints/company-model.ts'
import type { KnownQuirks } from '../../../../shared/endpoints/endpoint-quirks.ts'
import type { Endpoint } from '../../../../shared/endpoints/endpoint.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../shared/json.ts'
import type { ModelRequest } from '../../../core/ports/provider-ports.ts'
import { withoutParallelCalls, withoutSystemRole } from '../reduced-requests.ts'
import { messagesThinking } from './endpoint-thinking.ts'

/** Returns a request in the form that an endpoint takes, before it is written in the words of its API. */
export function endpointRequest(request: ModelRequest, quirks: KnownQuirks): ModelRequest {
  const roles = quirks.system_role === 'user' ? withoutSystemRole(request) : request
  const calls = quirks.parallel_calls ? roles : withoutParallelCalls(roles)
  const { cache: _cache, ...uncached } = calls
  return quirks.cache ? calls : uncached
}

/** Returns the body of a request as an endpoint takes it. Pure. */
export function endpointBody(body: JsonObject, { kind, quirks }: Endpoint, request: ModelRequest): JsonObject {
  const written = kind === 'anthropic' ? messagesBody(body, quirks, request) : openaiBody(body, quirks)
  const held = withTemperature(written, quirks)
  return { ...held, ...(kind === 'gemini' ? {} : { model: request.model }), ...quirks.extra_body }
}

/** Fields of the Messages API that only Claude takes are left out for other models. */
function messagesBody(body: JsonObject, quirks: KnownQuirks, request: ModelRequest): JsonObject {
  if (quirks.thinking === 'claude' && typeof body['model'] === 'string' && isClaude(body['model'])) return body
  const { thinking: _thinking, output_config: _config, ...rest } = body
  const thinking = messagesThinking(quirks, request.thinkingLevel)
  return thinking === null ? rest : withBudgetBelowLimit({ ...rest, thinking })
}

/** The limit covers the thinking too, and must exceed its budget. */
function withBudgetBelowLimit(body: JsonObject): JsonObject {
  const { max_tokens: limit, thinking } = body
  const budget = isJsonObject(thinking) ? thinking['budget_tokens'] : undefined
  if (typeof limit !== 'number' || typeof budget !== 'number') return body
  return { ...body, max_tokens: Math.max(limit, budget + LEAST_REPLY) }
}

const LEAST_REPLY = 4_096

function openaiBody(body: JsonObject, quirks: KnownQuirks): JsonObject {
  const { max_tokens: limit, store, tools, messages, input, ...rest } = body
  const role = quirks.system_role === 'developer' ? withDeveloper : (list: JsonValue) => list
  return {
    ...rest,
    ...(messages === undefined ? {} : { messages: role(messages) }),
    ...(input === undefined ? {} : { input: role(input) }),
    ...(tools === undefined ? {} : { tools: quirks.strict ? tools : withoutStrict(tools) }),
    ...(limit === undefined ? {} : { [limitField(quirks)]: limit }),
    ...(store === undefined || !quirks.store ? {} : { store }),
  }
}

function limitField({ max_tokens: name }: KnownQuirks): string {
  return name === 'max_completion_tokens' ? name : 'max_tokens'
}

function withDeveloper(list: JsonValue): JsonValue {
  if (!isList(list)) return list
  return list.map((message): JsonValue =>
    isJsonObject(message) && message['role'] === 'system' ? { ...message, role: 'developer' } : message,
  )
}

function withoutStrict(tools: JsonValue): JsonValue {
  if (!isList(tools)) return tools
  return tools.map((tool): JsonValue => {
    if (!isJsonObject(tool)) return tool
    const { strict: _strict, function: inner, ...rest } = tool
    if (!isJsonObject(inner)) return rest
    const { strict: _inner, ...without } = inner
    return { ...rest, function: without }
  })
}

function withTemperature(body: JsonObject, { temperature_min: min, temperature_max: max }: KnownQuirks): JsonObject {
  const { temperature } = body
  return typeof temperature === 'number' ? { ...body, temperature: Math.min(max, Math.max(min, temperature)) } : body
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}
