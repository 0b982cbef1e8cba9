import { argumentsOf, isTextOf, readArguments } from '../../../shared/call-arguments.ts'
import type { CallArguments, ContentBlock, ToolCallBlock } from '../../../shared/content.ts'
import { isJsonObject } from '../../../shared/json.ts'
import type { JsonObject, JsonValue } from '../../../shared/json.ts'
import { defined } from '../../../shared/defined.ts'

/**
 * Event data is normally written by ikigai, but a row may be imported or written by hand, and one invalid row must not
 * make an agent unusable. Values of an unexpected type count as missing.
 */
export function storedText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

interface StoredArguments {
  readonly arguments?: JsonValue
  readonly arguments_text?: JsonValue
}

/**
 * Arguments may be stored as JSON text, as in Chat Completions. `arguments_text` is kept only if it agrees with
 * `arguments`.
 */
export function storedArguments({ arguments: input, arguments_text: written }: StoredArguments): CallArguments {
  if (typeof input === 'string') return argumentsOf(readArguments(input))
  const value = isJsonObject(input) ? input : {}
  return isTextBeside(value, written) ? { arguments: value, arguments_text: written } : { arguments: value }
}

function isTextBeside(value: JsonObject, written: JsonValue | undefined): written is string {
  return typeof written === 'string' && isTextOf(written, value)
}

function isRecord(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the valid blocks. Missing parts of a call are filled in, and invalid parts are removed. */
export function storedBlocks(blocks: readonly ContentBlock[] | undefined): readonly ContentBlock[] {
  if (blocks === undefined || !isList(blocks)) return []
  return blocks.every(isWhole) ? blocks : blocks.flatMap(mended)
}

/** Deliberately not a type guard, so that the blocks keep their type. */
function isList(value: unknown): boolean {
  return Array.isArray(value)
}

function isWhole(block: ContentBlock): boolean {
  if (!isRecord(block) || !isStamped(block)) return false
  if (block.type === 'text' || block.type === 'thinking') return typeof block.text === 'string'
  if (block.type !== 'tool_call') return false
  const { id, name, arguments: input, arguments_text: written } = block
  if (typeof id !== 'string' || typeof name !== 'string' || !isRecord(input)) return false
  return written === undefined || isTextBeside(input, written)
}

const STAMP = ['provider', 'model', 'requested_model', 'endpoint', 'provider_id'] as const

/** Whether all stamp fields are valid. Empty `provider_data` contains no signature, so it counts as invalid. */
function isStamped(block: JsonObject): boolean {
  const { provider_data: data } = block
  if (data !== undefined && !hasKeys(data)) return false
  return STAMP.every((key) => block[key] === undefined || typeof block[key] === 'string')
}

function hasKeys(value: JsonValue | undefined): value is JsonObject {
  return isRecord(value) && Object.keys(value).length > 0
}

function mended(block: ContentBlock): readonly ContentBlock[] {
  if (!isRecord(block)) return []
  if (isWhole(block)) return [block]
  const whole = block.type === 'tool_call' ? mendedCall(block) : withSoundStamp(block)
  return isWhole(whole) ? [whole] : []
}

function mendedCall(block: ToolCallBlock): ToolCallBlock {
  const { id, provider_id: minted, name, arguments: input, arguments_text: written, ...rest } = withSoundStamp(block)
  const given = storedArguments({ arguments: input, ...defined({ arguments_text: written }) })
  const call = { ...rest, id: storedText(id), name: storedText(name), ...given }
  return typeof minted === 'string' ? { ...call, provider_id: minted } : call
}

/** The block without the invalid fields of its stamp. With an incomplete stamp it counts as foreign. */
function withSoundStamp(block: ToolCallBlock): ToolCallBlock
function withSoundStamp(block: ContentBlock): ContentBlock
function withSoundStamp(block: ContentBlock): ContentBlock {
  const { provider, model, requested_model: requested, endpoint, provider_data: data, ...rest } = block
  return {
    ...rest,
    ...defined({
      provider: typeof provider === 'string' ? provider : undefined,
      model: typeof model === 'string' ? model : undefined,
      requested_model: typeof requested === 'string' ? requested : undefined,
      endpoint: typeof endpoint === 'string' ? endpoint : undefined,
      provider_data: hasKeys(data) ? data : undefined,
    }),
  }
}
