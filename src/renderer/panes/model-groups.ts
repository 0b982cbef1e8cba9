import type { ModelInfo, ModelList } from '../../shared/model-info.ts'
import { THINKING_LEVELS, type ThinkingLevel } from '../../shared/thinking-level.ts'

/** A provider's models in a picker. */
export interface ModelGroup {
  readonly label: string
  readonly provider: ModelList['providers'][number]['provider']
  /** Why nothing of this group can be chosen; null: it can. */
  readonly obstacle: string | null
  readonly models: readonly ModelInfo[]
}

const NO_KEY = 'no key set'

/** The groups whose models contain every word of the query; those that can be used come first. */
export function modelGroups(list: ModelList | null, query: string): readonly ModelGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = (model: ModelInfo, label: string) => {
    const text = `${label} ${model.provider} ${model.id} ${model.name}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return (list?.providers ?? [])
    .map(({ provider, label, ready, models }) => ({
      provider,
      label,
      obstacle: ready ? null : NO_KEY,
      models: models.filter((model) => matches(model, label)),
    }))
    .filter((group) => group.models.length > 0)
    .toSorted((a, b) => Number(a.obstacle !== null) - Number(b.obstacle !== null))
}

/** The level after or before, round the end. */
export function nextLevel(level: ThinkingLevel, step: 1 | -1): ThinkingLevel {
  const index = THINKING_LEVELS.indexOf(level) + step + THINKING_LEVELS.length
  return THINKING_LEVELS[index % THINKING_LEVELS.length] ?? level
}

/** What a person has to know before choosing: `200k context · until 2026-12-01`. */
export function modelFacts(model: ModelInfo, contextWindow: (tokens: number) => string): string {
  return [
    ...(model.contextWindow === null ? [] : [`${contextWindow(model.contextWindow)} context`]),
    ...(model.endsOn === null ? [] : [`ends ${model.endsOn}`]),
  ].join(' · ')
}
