import { isJsonObject, type JsonObject } from '../../../../shared/json.ts'
import type { CachePlan, ModelRequest } from '../../../core/ports/provider-ports.ts'
import { markedAt } from '../cache-control.ts'
import type { CacheMarks } from './vendor.ts'

/**
 * Returns the system message. Where ends of cache entries are marked it is a list of parts, with the mark after the
 * blocks that other trees share.
 */
export function systemMessage({ system, cache }: ModelRequest, marks: CacheMarks): JsonObject[] {
  const blocks = system.filter((text) => text.trim() !== '')
  if (blocks.length === 0) return []
  if (marks === 'none' || cache === undefined) return [{ role: 'system', content: blocks.join('\n\n') }]
  const parts = blocks.map((text) => ({ type: 'text', text }))
  return [{ role: 'system', content: markedAt(parts, cache.sharedSystem - 1, cache) }]
}

/**
 * Returns the messages with their texts as parts and the points of the plan marked. All texts are parts, marked or not,
 * so that a message keeps its form when the mark moves on. `wire`: the wire messages by message of the transcript.
 */
export function markedMessages(
  wire: readonly (readonly JsonObject[])[],
  { cache }: ModelRequest,
  marks: CacheMarks,
): JsonObject[] {
  if (marks !== 'all' || cache === undefined) return wire.flat()
  const parts = wire.map((messages) => messages.map(inParts))
  const ends = new Set(
    cache.points.map((point) =>
      parts
        .slice(0, point + 1)
        .flat()
        .findLast(hasParts),
    ),
  )
  return parts.flat().map((message) => (ends.has(message) ? withMark(message, cache) : message))
}

function inParts(message: JsonObject): JsonObject {
  const { content } = message
  const isText = typeof content === 'string' && content !== ''
  return isText ? { ...message, content: [{ type: 'text', text: content }] } : message
}

/** Calls alone have no part that could be marked. */
function hasParts({ content }: JsonObject): boolean {
  return Array.isArray(content)
}

function withMark(message: JsonObject, plan: CachePlan): JsonObject {
  const { content } = message
  if (!Array.isArray(content)) return message
  return { ...message, content: markedAt(content.filter(isJsonObject), content.length - 1, plan) }
}
