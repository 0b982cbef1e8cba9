import type { JsonObject } from '../../../../shared/json.ts'
import { findModelRow, type ModelRow } from '../../../../shared/model-table.ts'
import type { ModelRequest } from '../../../core/ports.ts'

/**
 * Models that keep entries for minutes unless a day is asked for, at the same price. Others refuse the field, or keep
 * entries for a day without it (gpt-5.5), or have a lifetime of their own (from gpt-5.6 on); docs/behaviour/providers.md#caches.
 */
const KEEPS_A_DAY_IF_ASKED: readonly ModelRow[] = [
  { name: 'gpt-4-1' },
  { name: 'gpt-5' },
  { name: 'gpt-5-codex' },
  { name: 'gpt-5-1' },
  { name: 'gpt-5-2' },
  { name: 'gpt-5-4' },
]

/** Variants of these models for which the field is not documented. */
const UNDOCUMENTED = /-(pro|nano)(-|$)/

/** Returns the request fields for the cache. */
export function openaiCacheFields({ model, cache }: ModelRequest): JsonObject {
  if (cache === undefined) return {}
  const keepsADay = findModelRow(KEEPS_A_DAY_IF_ASKED, model) !== null && !UNDOCUMENTED.test(model)
  return { prompt_cache_key: cache.key, ...(keepsADay && { prompt_cache_retention: '24h' }) }
}
