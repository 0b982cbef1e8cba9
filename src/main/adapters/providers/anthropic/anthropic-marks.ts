import type { JsonObject } from '../../../../shared/json.ts'
import type { CachePlan } from '../../../core/ports/provider-ports.ts'
import { markedAt } from '../cache-control.ts'

/** The parts of a request that cached prefixes consist of, in the order in which the API reads them. */
export interface CachedParts {
  readonly tools: readonly JsonObject[]
  readonly system: readonly JsonObject[]
  /** Blocks by message of the transcript; may be empty. */
  readonly messages: readonly (readonly JsonObject[])[]
}

/**
 * Marks the ends of the cache entries: the tools with the part of the system prompt that other trees share, and the
 * points of the plan. The API accepts four marks. A mark means everything before it, so tools need none of their own.
 */
export function withCacheMarks(parts: CachedParts, plan: CachePlan | undefined): CachedParts {
  if (plan === undefined) return parts
  const { sharedSystem } = plan
  const { tools, system } = parts
  return {
    tools: sharedSystem === 0 ? markedAt(tools, tools.length - 1, plan) : tools,
    system: sharedSystem === 0 ? system : markedAt(system, Math.min(sharedSystem, system.length) - 1, plan),
    messages: plan.points.reduce((messages, point) => markedUpTo(messages, point, plan), parts.messages),
  }
}

/** Marks the last block up to the end of that message that can carry a mark. */
function markedUpTo(messages: CachedParts['messages'], point: number, plan: CachePlan): CachedParts['messages'] {
  const index = messages.findLastIndex((blocks, at) => at <= point && blocks.some(canBeMarked))
  return messages.map((blocks, at) =>
    at === index ? markedAt(blocks, blocks.findLastIndex(canBeMarked), plan) : blocks,
  )
}

/** The API refuses marks on thinking; it caches thinking along with what follows. */
function canBeMarked({ type }: JsonObject): boolean {
  return type !== 'thinking' && type !== 'redacted_thinking'
}
