import { findModelRow } from '../../../../shared/model-table.ts'
import type { ModelRow } from '../../../../shared/model-table.ts'
import {
  CANNOT_DISABLE_THINKING,
  LEVEL_LABELS,
  THINKING_DISABLED,
  THINKING_NOT_SUPPORTED,
} from '../../../../shared/thinking-feedback.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import type { ThinkingLevel } from '../../../../shared/thinking-level.ts'
import type { VendorThinking } from './vendor.ts'

/** The effort that a family of models accepts for each level. The value `none` disables thinking. */
export interface EffortRow extends ModelRow {
  readonly efforts: Readonly<Record<ThinkingLevel, string>>
}

/** Sends no field; the model uses its default. */
export const NO_THINKING_FIELD: VendorThinking = {
  fields: {},
  thinks: false,
  label: null,
  feedback: [THINKING_NOT_SUPPORTED],
}

/** The same for a vendor whose models all think: thinking may use up the limit of unknown models too. */
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
  const effort = findModelRow(rows, model)?.efforts[level]
  return effort === undefined ? unknown : effortFor(level, effort, write(effort))
}

/** For a model that always thinks and refuses every thinking field. */
export function alwaysThinks(level: ThinkingLevel): VendorThinking {
  const label = 'always on'
  const text = `Thinking: ${label}`
  return { fields: {}, thinks: true, label, feedback: level === 'none' ? [CANNOT_DISABLE_THINKING, text] : [text] }
}

export function effortFor(level: ThinkingLevel, effort: string, fields: JsonObject): VendorThinking {
  const label = effortLabel(level, effort)
  const cannot = level === 'none' && effort !== 'none'
  const text = `Thinking: ${label}`
  return { fields, thinks: effort !== 'none', label, feedback: cannot ? [CANNOT_DISABLE_THINKING, text] : [text] }
}

function effortLabel(level: ThinkingLevel, effort: string): string {
  if (effort === 'none') return THINKING_DISABLED
  if (level === 'none') return `${effort} effort (minimum)`
  const text = `${effort} effort`
  return effort === LEVEL_LABELS[level] ? text : `${text}, the nearest to ${LEVEL_LABELS[level]} that this model takes`
}
