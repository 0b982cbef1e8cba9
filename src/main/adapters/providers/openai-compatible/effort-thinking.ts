import { findModelRow } from '../../../../shared/model-table.ts'
import type { ModelRow } from '../../../../shared/model-table.ts'
import {
  CANNOT_DISABLE_THINKING,
  LEVEL_LABELS,
  nearestText,
  THINKING_DISABLED,
  THINKING_NOT_SUPPORTED,
} from '../../../../shared/thinking-feedback.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import {
  type CommonLevel,
  heldLevel,
  HIGHER_LEVELS,
  type HigherLevel,
  isHigherLevel,
  type ThinkingLevel,
} from '../../../../shared/thinking-level.ts'
import type { VendorThinking } from './vendor.ts'

/**
 * The effort that a family of models accepts for each level. The value `none` disables thinking; higher levels may be
 * missing.
 */
export interface EffortRow extends ModelRow {
  readonly efforts: Readonly<Record<CommonLevel, string> & Partial<Record<HigherLevel, string>>>
}

/** Sends no field; the model uses its default. */
export const NO_THINKING_FIELD: VendorThinking = {
  fields: {},
  thinks: false,
  label: null,
  feedback: [THINKING_NOT_SUPPORTED],
}

/** Sends no field, for a vendor whose models all think: thinking may use up the limit of unknown models too. */
export const THINKS_BY_DEFAULT: VendorThinking = { ...NO_THINKING_FIELD, thinks: true }

/**
 * Looks up the level of a model in a vendor's table of efforts; `write` converts an effort to the vendor's fields,
 * `unknown` is used for other models.
 */
export function effortThinking(
  rows: readonly EffortRow[],
  model: string,
  level: ThinkingLevel,
  write: (effort: string) => JsonObject,
  unknown: VendorThinking = NO_THINKING_FIELD,
): VendorThinking {
  const efforts = findModelRow(rows, model)?.efforts
  if (efforts === undefined) return unknown
  const higher = HIGHER_LEVELS.filter((each) => efforts[each] !== undefined)
  const effort = efforts[heldLevel(level, higher)] ?? efforts.high
  return effortFor(level, effort, write(effort))
}

/** For a model that always thinks and refuses every thinking field. */
export function alwaysThinks(level: ThinkingLevel): VendorThinking {
  const label = 'always on'
  const text = `Thinking: ${label}`
  const feedback = level === 'none' ? [CANNOT_DISABLE_THINKING, text] : [text]
  return { fields: {}, thinks: true, label: isHigherLevel(level) ? null : label, feedback }
}

export function effortFor(level: ThinkingLevel, effort: string, fields: JsonObject): VendorThinking {
  const words = effortLabel(level, effort)
  const label = isHigherLevel(level) && effort !== LEVEL_LABELS[level] ? null : words
  const cannot = level === 'none' && effort !== 'none'
  const text = `Thinking: ${words}`
  return { fields, thinks: effort !== 'none', label, feedback: cannot ? [CANNOT_DISABLE_THINKING, text] : [text] }
}

function effortLabel(level: ThinkingLevel, effort: string): string {
  if (effort === 'none') return THINKING_DISABLED
  if (level === 'none') return `${effort} effort (minimum)`
  const text = `${effort} effort`
  return effort === LEVEL_LABELS[level] ? text : text + nearestText(level)
}
