import type { JsonObject } from '../../../shared/json.ts'
import type { CachePlan } from '../../core/ports/provider-ports.ts'
import { defined } from '../../../shared/defined.ts'

/**
 * Returns the mark that ends a cache entry, in the form of Anthropic, which OpenRouter shares. Five minutes is the
 * API's default. All marks of a request have the same lifetime, because a longer one may not follow a shorter one.
 */
function cacheControl({ lifetime }: CachePlan): JsonObject {
  return { cache_control: { type: 'ephemeral', ...defined({ ttl: lifetime === '1h' ? lifetime : undefined }) } }
}

/** Returns the items with the mark on the one at `index`. */
export function markedAt(items: readonly JsonObject[], index: number, plan: CachePlan): JsonObject[] {
  return items.map((item, at) => (at === index ? { ...item, ...cacheControl(plan) } : item))
}
