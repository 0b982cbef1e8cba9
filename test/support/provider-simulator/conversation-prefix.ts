import type { JsonObject, JsonValue } from '../../../src/shared/json.ts'
import { isJsonObject } from '../../../src/shared/json.ts'
import { objectsOf, textOf } from './read-json.ts'
import { digest } from './seal.ts'

/** One block of an Anthropic conversation with its role. */
export interface SpokenBlock {
  readonly role: string
  readonly block: JsonObject
}

/** Returns all blocks of an Anthropic request in order; string content becomes one text block. */
export function spokenBlocks(body: JsonObject): readonly SpokenBlock[] {
  return objectsOf(body['messages']).flatMap((message) => {
    const role = textOf(message['role'])
    return contentBlocks(message['content']).map((block) => ({ role, block }))
  })
}

/** Returns the content of a message as blocks. */
export function contentBlocks(content: JsonValue | undefined): readonly JsonObject[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : objectsOf(content)
}

/**
 * Returns a digest of system prompt, tools and the first `count` blocks, to which a preserved thinking block is bound.
 * Cache marks and the grouping of blocks into messages are ignored.
 */
export function prefixDigest(body: JsonObject, count: number): string {
  return prefixDigests(body)[count] ?? ''
}

const known = new WeakMap<JsonObject, readonly string[]>()

/**
 * Returns the digests of all prefixes, each computed from the previous one, because a long conversation contains many
 * thinking blocks.
 */
function prefixDigests(body: JsonObject): readonly string[] {
  const cached = known.get(body)
  if (cached !== undefined) return cached
  const system = body['system'] === undefined ? [] : contentBlocks(body['system'])
  const digests = [canonicalDigest({ system, tools: body['tools'] ?? [] })]
  for (const { role, block } of spokenBlocks(body))
    digests.push(canonicalDigest({ before: digests.at(-1) ?? '', role, block }))
  known.set(body, digests)
  return digests
}

function canonicalDigest(value: JsonObject): string {
  return digest(JSON.stringify(value, withoutCacheMarks))
}

/**
 * Returns the bytes of a request without the marks of cache entries, which move on with the conversation and are not
 * part of what a cache compares.
 */
export function withoutMarks(bytes: string): string {
  return bytes.replaceAll(/,"(cache_control|prompt_cache_breakpoint)":\{[^{}]*\}/g, '')
}

/** Sorts keys too: a client may build the same object in another order. */
function withoutCacheMarks(_key: string, value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).filter(([key]) => key !== 'cache_control')
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
