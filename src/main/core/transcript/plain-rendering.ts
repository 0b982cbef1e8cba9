import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import type { ToolDefinition } from '../../../shared/content.ts'
import { PLAIN_PARTS, type PlainPart } from '../../../shared/plain-request.ts'
import { fileParts } from '../content/content-files.ts'
import type { ModelRequest } from '../ports/provider-ports.ts'
import { allAsText } from './repair-transcript.ts'
import { type TranscriptTarget, traitsOf } from './transcript-target.ts'
import { defined } from '../../../shared/defined.ts'

export interface PlainRequest {
  readonly request: ModelRequest
  /** Not empty. */
  readonly leftOut: readonly PlainPart[]
}

/**
 * Returns a request that the provider has refused without all that can be left out, as the last resort against rules
 * that are not known (docs/behaviour/transcript.md#plain-rendering): files are named in notes, calls and results are
 * text, the provider's own tools, earlier thinking, options and details of tool schemas are missing. Null: there is
 * nothing to leave out.
 */
export function plainRequest(request: ModelRequest, target: TranscriptTarget): PlainRequest | null {
  const { files: _files, cache: _cache, options = {}, ...bare } = request
  const traits = traitsOf(target)
  const named = request.tools.filter(({ name }) => traits.toolName.test(name)).slice(0, traits.maxTools)
  const tools = named.map((tool) => ({ ...tool, parameters: plainSchema(tool.parameters) }))
  const isLeftOut: Readonly<Record<PlainPart, boolean>> = {
    files: fileParts(request).length > 0,
    results: request.messages.some(({ role }) => role === 'tool'),
    server_tools: options.web_search === true || options.code_execution === true || hasBlocks(request, 'text'),
    thinking: hasBlocks(request, 'thinking'),
    options: Object.keys(options).some((name) => name !== 'web_search' && name !== 'code_execution'),
    tool_schemas: JSON.stringify(tools) !== JSON.stringify(request.tools),
  }
  const leftOut = PLAIN_PARTS.filter((part) => isLeftOut[part])
  if (leftOut.length === 0) return null
  return { request: { ...allAsText(bare, target), tools }, leftOut }
}

/** Whether an answer has thinking, or a text block with what only the provider understands. */
function hasBlocks({ messages }: ModelRequest, type: 'text' | 'thinking'): boolean {
  return messages.some(
    (message) =>
      message.role === 'assistant' &&
      message.content.some(
        (block) => block.type === type && (type === 'thinking' || block.provider_data !== undefined),
      ),
  )
}

const SIMPLE_TYPES: readonly JsonValue[] = ['string', 'number', 'integer', 'boolean', 'array', 'object']
/** Names of arguments that Anthropic takes, which is the strictest. */
const ARGUMENT_NAME = /^[a-zA-Z0-9_.-]{1,64}$/
const MAX_DESCRIPTION = 1_000

/** Returns a schema with the names, simple types and descriptions of the arguments only. */
export function plainSchema(schema: JsonObject): ToolDefinition['parameters'] {
  const given = isJsonObject(schema['properties']) ? schema['properties'] : {}
  const properties = Object.fromEntries(
    Object.entries(given)
      .filter(([name]) => ARGUMENT_NAME.test(name))
      .map(([name, argument]) => [name, plainArgument(argument)]),
  )
  const { required } = schema
  const kept = Array.isArray(required) ? required.filter((name) => typeof name === 'string' && name in properties) : []
  return { type: 'object', properties, ...defined({ required: kept.length > 0 ? kept : undefined }) }
}

function plainArgument(argument: JsonValue): JsonObject {
  const { type, description, items } = isJsonObject(argument) ? argument : {}
  const simple = SIMPLE_TYPES.includes(type ?? null) ? (type ?? 'string') : 'string'
  const inner = isJsonObject(items) && SIMPLE_TYPES.includes(items['type'] ?? null) ? items['type'] : 'string'
  return {
    type: simple,
    ...defined({
      description: typeof description === 'string' ? description.slice(0, MAX_DESCRIPTION).toWellFormed() : undefined,
      items: simple === 'array' ? { type: inner === 'array' ? 'string' : (inner ?? 'string') } : undefined,
    }),
  }
}
