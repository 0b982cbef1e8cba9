import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { ModelInfo, ModelList } from '../../shared/model-info.ts'
import { compareByAge } from './model-age.ts'
import { THINKING_LEVELS, type ThinkingLevel } from '../../shared/thinking-level.ts'
import { texts } from '../text/texts.ts'

const { picker } = texts.models

/** Models under one heading of a picker. */
export interface ModelGroup {
  readonly label: string
  /** Why no model of this group can be selected; null if they can. */
  readonly obstacle: string | null
  readonly models: readonly ModelInfo[]
}

export interface ModelSearch {
  /** Every word of it must occur in a model's provider, id or name. */
  readonly query: string
  /** Starred and used models, by `modelKey`; they come first while the query is empty. */
  readonly favourites: readonly string[]
  readonly recent: readonly string[]
  /** ISO date. Models that were retired before it come last. */
  readonly today: string
}

const MAX_RECENT = 6

export function modelKey({ provider, id }: Pick<ModelInfo, 'provider' | 'id'>): string {
  return `${provider}:${id}`
}

/** Returns the models in use, those of the newest agents first. */
export function recentModels(agents: Iterable<AgentSummary>): readonly string[] {
  const newestFirst = [...agents].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
  const choices = newestFirst.flatMap(({ choice }) => choice ?? [])
  const keys = new Set(choices.map(({ provider, model }) => modelKey({ provider, id: model })))
  return [...keys].slice(0, MAX_RECENT)
}

/**
 * Returns the groups of a picker: favourites, recently used models, available models, newest first, then those without
 * a key.
 */
export function modelGroups(list: ModelList | null, search: ModelSearch): readonly ModelGroup[] {
  const words = search.query.toLowerCase().split(/\s+/).filter(Boolean)
  const recent = search.recent.filter((key) => !search.favourites.includes(key))
  const first = new Set(words.length === 0 ? [...search.favourites, ...recent] : [])
  const isFirst = (model: ModelInfo, ready: boolean) => ready && first.has(modelKey(model))
  const providers = list?.providers ?? []
  const ready = new Map(
    providers.flatMap((group) => (group.ready ? group.models.map((model) => [modelKey(model), model] as const) : [])),
  )
  const chosen = (label: string, keys: readonly string[]): ModelGroup => ({
    label,
    obstacle: null,
    models: keys.flatMap((key) => (first.has(key) ? (ready.get(key) ?? []) : [])),
  })
  const groups = providers.map(({ label, ready: isReady, models }) => ({
    label,
    obstacle: isReady ? null : picker.noKey,
    models: models
      .filter((model) => !isFirst(model, isReady) && matches(model, label, words))
      .toSorted((a, b) => Number(hasEnded(a, search.today)) - Number(hasEnded(b, search.today)) || compareByAge(a, b)),
  }))
  return [chosen(picker.favourites, search.favourites), chosen(picker.recent, recent), ...groups]
    .filter((group) => group.models.length > 0)
    .toSorted((a, b) => Number(a.obstacle !== null) - Number(b.obstacle !== null))
}

/** Returns the next or previous one of a model's levels, wrapping around. */
export function nextLevel(
  level: ThinkingLevel,
  step: 1 | -1,
  levels: readonly ThinkingLevel[] = THINKING_LEVELS,
): ThinkingLevel {
  const index = levels.indexOf(level) + step + levels.length
  return levels[index % levels.length] ?? level
}

/** Returns the facts that matter for a choice: `200k context · ends 2026-12-01`. */
export function modelFacts(model: ModelInfo, today: string, formatTokens: (tokens: number) => string): string {
  return [
    ...(model.contextWindow === null ? [] : [picker.context({ tokens: formatTokens(model.contextWindow) })]),
    ...(model.endsOn === null ? [] : [(hasEnded(model, today) ? picker.ended : picker.ends)({ day: model.endsOn })]),
  ].join(' · ')
}

function matches(model: ModelInfo, label: string, words: readonly string[]): boolean {
  const text = `${label} ${model.provider} ${model.id} ${model.name}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

/** Whether a model is no longer served. `today`: ISO date. */
export function hasEnded({ endsOn }: ModelInfo, today: string): boolean {
  return endsOn !== null && endsOn < today
}
