import { isKeptADayIfAsked } from '../../../../shared/cache-facts.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import type { ModelRequest } from '../../../core/ports/provider-ports.ts'

/** Returns the request fields for the cache. Models that do not offer a day refuse the field. */
export function openaiCacheFields({ model, cache }: ModelRequest): JsonObject {
  if (cache === undefined) return {}
  return { prompt_cache_key: cache.key, ...(isKeptADayIfAsked(model) && { prompt_cache_retention: '24h' }) }
}
