import type { ContentBlock } from '../../../shared/content.ts'
import { isJsonObject } from '../../../shared/json.ts'
import type { JsonObject, JsonValue } from '../../../shared/json.ts'

/**
 * The `data` of an event is ours as a rule, but a row may have been imported or written by hand, and one odd row must not
 * keep an agent from ever being asked again. What is not as the types say counts as missing.
 */
export function storedText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** Some write a call's arguments as JSON text, as Chat Completions does. */
export function storedObject(value: JsonValue | undefined): JsonObject {
  if (isJsonObject(value)) return value
  if (typeof value !== 'string') return {}
  try {
    const parsed: unknown = JSON.parse(value)
    return isRecord(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

function isRecord(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The blocks that are blocks; a call's missing parts are filled in. */
export function storedBlocks(blocks: readonly ContentBlock[] | undefined): readonly ContentBlock[] {
  if (blocks === undefined || !isList(blocks)) return []
  return blocks.every(isWhole) ? blocks : blocks.flatMap(mended)
}

/** No type guard: the blocks keep their type. */
function isList(value: unknown): boolean {
  return Array.isArray(value)
}

function isWhole(block: ContentBlock): boolean {
  if (!isRecord(block)) return false
  if (block.type === 'text' || block.type === 'thinking') return typeof block.text === 'string'
  if (block.type !== 'tool_call') return false
  return typeof block.id === 'string' && typeof block.name === 'string' && isRecord(block.arguments)
}

function mended(block: ContentBlock): readonly ContentBlock[] {
  if (isWhole(block)) return [block]
  if (!isRecord(block) || block.type !== 'tool_call') return []
  const { id, name, arguments: input } = block
  return [{ ...block, id: storedText(id), name: storedText(name), arguments: storedObject(input) }]
}
