import { isJsonObject, type JsonObject } from '../../../../shared/json.ts'
import { defined } from '../../../../shared/defined.ts'
import { isKeptADayIfAsked, takesCacheOptions } from '../../../../shared/provider-caches.ts'
import type { CachePlan, ModelRequest, TranscriptMessage } from '../../../core/ports/provider-ports.ts'

/** Explicit marks of a request, beside the one at its end that the API sets by itself. */
const MOST_MARKS = 3

interface MarkedRequest {
  /** Undefined: none, or they are the first message of the input. */
  readonly instructions: string | undefined
  readonly input: readonly JsonObject[]
}

/**
 * Returns the system prompt and the messages, with marks where cache entries end: at the part of the system prompt that
 * other trees share, and at the points of the plan. Only parts of messages can be marked, so a marked system prompt is the
 * first message, of the developer; its texts are those of `instructions`. `items`: makes the input of some messages.
 */
export function withOpenaiMarks(
  { model, cache, messages, system }: ModelRequest,
  items: (messages: readonly TranscriptMessage[]) => readonly JsonObject[],
): MarkedRequest {
  const texts = system.filter((text) => text.trim() !== '')
  const instructions = texts.length === 0 ? undefined : texts.join('\n\n')
  if (cache === undefined || !takesCacheOptions(model)) return { instructions, input: items(messages) }
  const shared = Math.min(cache.sharedSystem, texts.length)
  const first = shared === 0 ? [] : [developerMessage(texts, shared, cache)]
  const input = cache.points
    .filter((point) => point < messages.length - 1)
    .map((point) => items(messages.slice(0, point + 1)).length - 1)
    .slice(first.length - MOST_MARKS)
    .reduce((marked, end) => markedUpTo(marked, end, cache), items(messages))
  return { instructions: shared === 0 ? instructions : undefined, input: [...first, ...input] }
}

function developerMessage(texts: readonly string[], shared: number, plan: CachePlan): JsonObject {
  const parts = [texts.slice(0, shared), texts.slice(shared)].filter((each) => each.length > 0)
  const content = parts.map((each, at) => ({
    type: 'input_text',
    // What follows begins as it does in `instructions`.
    text: `${at === 0 ? '' : '\n\n'}${each.join('\n\n')}`,
    ...(at === 0 && mark(plan)),
  }))
  return { type: 'message', role: 'developer', content }
}

/** Marks the last part of a prompt or a result up to that item; answers cannot be marked. */
function markedUpTo(items: readonly JsonObject[], end: number, plan: CachePlan): readonly JsonObject[] {
  const index = items.findLastIndex((item, at) => at <= end && canBeMarked(item))
  return items.map((item, at) => {
    if (at !== index) return item
    const [name, parts] = markableParts(item)
    return {
      ...item,
      [name]: parts.map((part, place) => (place === parts.length - 1 ? { ...part, ...mark(plan) } : part)),
    }
  })
}

function canBeMarked(item: JsonObject): boolean {
  return markableParts(item)[1].length > 0
}

/** A result that is only a text has no parts, and gets none for a mark, which would change its form. */
function markableParts({ role, content, output }: JsonObject): readonly ['content' | 'output', readonly JsonObject[]] {
  if (role === 'user' && Array.isArray(content)) return ['content', content.filter(isJsonObject)]
  return ['output', Array.isArray(output) ? output.filter(isJsonObject) : []]
}

function mark(plan: CachePlan): JsonObject {
  return { prompt_cache_breakpoint: { mode: 'explicit', ...ttl(plan) } }
}

/** 30 minutes are the API's default. */
function ttl({ lifetime }: CachePlan): JsonObject {
  return defined({ ttl: lifetime === '12h' ? lifetime : undefined })
}

/** Returns the request fields for the cache. Models refuse those of others. */
export function openaiCacheFields({ model, cache }: ModelRequest): JsonObject {
  if (cache === undefined) return {}
  const asked = takesCacheOptions(model)
    ? { ...ttl(cache), ...defined({ comparison_response_id: cache.comparedWith }) }
    : {}
  return {
    prompt_cache_key: cache.key,
    ...defined({
      prompt_cache_retention: isKeptADayIfAsked(model) ? '24h' : undefined,
      prompt_cache_options: Object.keys(asked).length > 0 ? asked : undefined,
    }),
  }
}
