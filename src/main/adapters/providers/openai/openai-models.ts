import { findModelRow, type ModelRow } from '../../../../shared/model-table.ts'

/** The `reasoning.effort` values that our levels map to. */
export type OpenaiEffort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max'

export interface OpenaiModel {
  /** The efforts that the model accepts, lowest first; empty: no reasoning field at all. */
  readonly efforts: readonly OpenaiEffort[]
  /**
   * For `none` the field is omitted and the model thinks at its default, `medium` (docs/behaviour/thinking.md#openai).
   */
  readonly omitForNone?: true
  /** Largest accepted `max_output_tokens`. */
  readonly maxOutput: number
}

const NO_REASONING: readonly OpenaiEffort[] = []
const FROM_NONE: readonly OpenaiEffort[] = ['none', 'low', 'medium', 'high']
const FROM_MINIMAL: readonly OpenaiEffort[] = ['minimal', 'low', 'medium', 'high']
const FROM_LOW: readonly OpenaiEffort[] = ['low', 'medium', 'high']
const FROM_NONE_TO_XHIGH: readonly OpenaiEffort[] = [...FROM_NONE, 'xhigh']
const FROM_NONE_TO_MAX: readonly OpenaiEffort[] = [...FROM_NONE_TO_XHIGH, 'max']
const FROM_LOW_TO_XHIGH: readonly OpenaiEffort[] = [...FROM_LOW, 'xhigh']
const FROM_LOW_TO_MAX: readonly OpenaiEffort[] = [...FROM_LOW_TO_XHIGH, 'max']
/** Chat models of the gpt-5 family take this effort alone. */
const ONLY_MEDIUM: readonly OpenaiEffort[] = ['medium']
const FROM_MEDIUM_TO_XHIGH: readonly OpenaiEffort[] = ['medium', 'high', 'xhigh']

/** Efforts and limits by model; a value outside the list is a 400 `unsupported_value`. As of November 2026. */
export const OPENAI_MODELS: readonly (ModelRow & OpenaiModel)[] = [
  { name: 'o1', efforts: FROM_LOW, omitForNone: true, maxOutput: 100_000 },
  { name: 'o1-mini', efforts: NO_REASONING, maxOutput: 65_536 },
  { name: 'o3', efforts: FROM_LOW, maxOutput: 100_000 },
  { name: 'o3-mini', efforts: FROM_LOW, omitForNone: true, maxOutput: 100_000 },
  { name: 'o4-mini', efforts: FROM_LOW, maxOutput: 100_000 },

  { name: 'gpt-5', efforts: FROM_MINIMAL, maxOutput: 128_000 },
  { name: 'gpt-5-codex', efforts: FROM_LOW, maxOutput: 128_000 },
  { name: 'gpt-5-chat', efforts: NO_REASONING, maxOutput: 16_384 },
  { name: 'gpt-5-pro', efforts: ['high'], maxOutput: 128_000 },
  { name: 'gpt-5-1', efforts: FROM_NONE, maxOutput: 128_000 },
  { name: 'gpt-5-1-codex', efforts: FROM_LOW, maxOutput: 128_000 },
  { name: 'gpt-5-1-chat', efforts: ONLY_MEDIUM, maxOutput: 16_384 },
  { name: 'gpt-5-2', efforts: FROM_NONE_TO_XHIGH, maxOutput: 128_000 },
  { name: 'gpt-5-2-codex', efforts: FROM_LOW, maxOutput: 128_000 },
  { name: 'gpt-5-2-chat', efforts: ONLY_MEDIUM, maxOutput: 16_384 },
  { name: 'gpt-5-2-pro', efforts: FROM_MEDIUM_TO_XHIGH, maxOutput: 128_000 },
  { name: 'gpt-5-3-chat', efforts: ONLY_MEDIUM, maxOutput: 16_384 },
  { name: 'gpt-5-3-codex', efforts: FROM_NONE_TO_XHIGH, maxOutput: 128_000 },
  { name: 'gpt-5-3-codex-spark', efforts: FROM_LOW_TO_XHIGH, maxOutput: 32_000 },
  { name: 'gpt-5-4', efforts: FROM_NONE_TO_XHIGH, maxOutput: 128_000 },
  { name: 'gpt-5-4-pro', efforts: FROM_MEDIUM_TO_XHIGH, maxOutput: 128_000 },
  { name: 'gpt-5-5', efforts: FROM_NONE_TO_XHIGH, maxOutput: 128_000 },
  { name: 'gpt-5-5-pro', efforts: FROM_MEDIUM_TO_XHIGH, maxOutput: 128_000 },
  { name: 'gpt-5-6', efforts: FROM_NONE_TO_MAX, maxOutput: 128_000 },
  { name: 'gpt-5-6-cyber', efforts: FROM_LOW_TO_MAX, maxOutput: 128_000 },
  { name: 'gpt-6-sol', efforts: FROM_NONE_TO_MAX, maxOutput: 128_000 },
  { name: 'gpt-6-luna', efforts: FROM_NONE_TO_MAX, maxOutput: 128_000 },
  { name: 'gpt-6-astra', efforts: FROM_LOW_TO_MAX, maxOutput: 128_000 },
  { name: 'gpt-6-1-sol', efforts: FROM_LOW_TO_MAX, maxOutput: 128_000 },
  { name: 'gpt-6-1-terra', efforts: FROM_NONE_TO_MAX, maxOutput: 128_000 },
  { name: 'gpt-6-2-sol', efforts: FROM_LOW_TO_MAX, maxOutput: 128_000 },
  { name: 'gpt-6-2-astra', efforts: FROM_LOW_TO_MAX, maxOutput: 128_000 },
  { name: 'gpt-6-cyber', efforts: FROM_LOW_TO_MAX, maxOutput: 128_000 },
  { name: 'gpt-daybreak-blue', efforts: FROM_NONE_TO_MAX, maxOutput: 128_000 },
  { name: 'gpt-daybreak-red', efforts: FROM_NONE_TO_MAX, maxOutput: 128_000 },
  { name: 'chat-latest', efforts: ONLY_MEDIUM, maxOutput: 128_000 },

  { name: 'gpt-4-5', efforts: NO_REASONING, maxOutput: 16_384 },
  { name: 'gpt-4-1', efforts: NO_REASONING, maxOutput: 32_768 },
  { name: 'gpt-4o', efforts: NO_REASONING, maxOutput: 16_384 },
  { name: 'gpt-4o-2024-05-13', efforts: NO_REASONING, maxOutput: 4_096 },
  { name: 'chatgpt-4o', efforts: NO_REASONING, maxOutput: 16_384 },
  { name: 'gpt-4-turbo', efforts: NO_REASONING, maxOutput: 4_096 },
  { name: 'gpt-4', efforts: NO_REASONING, maxOutput: 8_192 },
  { name: 'gpt-3-5', efforts: NO_REASONING, maxOutput: 4_096 },
]

/**
 * For names that the table does not have: the efforts that nearly all models accept. Newer ones refuse `none`, the pro
 * models `low`, chat models all but `medium`. What such a model accepts beyond that is not sent; what it refuses is
 * learned from its answer (learned-fields.ts).
 */
const UNKNOWN_GPT: OpenaiModel = { efforts: FROM_LOW, maxOutput: 128_000 }
const UNKNOWN_PRO: OpenaiModel = { efforts: ['medium', 'high'], maxOutput: 128_000 }
const UNKNOWN_CHAT: OpenaiModel = { efforts: ONLY_MEDIUM, maxOutput: 16_384 }
const UNKNOWN_O_MODEL: OpenaiModel = { efforts: FROM_LOW, maxOutput: 100_000 }

/** Returns what is known of a model, or the safest guess for an unknown one. */
export function openaiModel(model: string): OpenaiModel {
  const row = findModelRow(OPENAI_MODELS, model)
  if (row !== null) return row
  if (/^o\d/.test(model)) return UNKNOWN_O_MODEL
  if (/-chat(-|$)/.test(model)) return UNKNOWN_CHAT
  return /-pro(-|$)/.test(model) ? UNKNOWN_PRO : UNKNOWN_GPT
}
