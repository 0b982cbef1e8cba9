import type { CacheDiagnosis } from '../../../shared/cache-miss.ts'
import { defined } from '../../../shared/defined.ts'
import { isJsonObject } from '../../../shared/json.ts'
import { field, numberField, textField } from './wire-value.ts'

/**
 * Reads `diagnostics` of a message. It is null where nothing was missed as well as where nothing was asked, and without
 * a reason where the comparison was not done in time: both say nothing.
 */
export function anthropicDiagnosis(diagnostics: unknown): CacheDiagnosis | undefined {
  const why = field(diagnostics, 'cache_miss_reason')
  return diagnosis(textField(why, 'type'), numberField(why, 'cache_missed_input_tokens'))
}

/** Reads `prompt_cache_diagnostics` of a response. */
export function openaiDiagnosis(diagnostics: unknown): CacheDiagnosis | undefined {
  if (!isJsonObject(diagnostics)) return undefined
  const type = textField(diagnostics, 'type')
  if (type === 'cache_hit') return { reason: 'hit' }
  return diagnosis(textField(diagnostics, 'reason') ?? type, numberField(diagnostics, 'cache_missed_tokens'))
}

function diagnosis(reason: string | undefined, tokens: number | undefined): CacheDiagnosis | undefined {
  return reason === undefined ? undefined : { reason, ...defined({ tokens }) }
}
