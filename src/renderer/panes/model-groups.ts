import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { ModelInfo, ModelList } from '../../shared/model-info.ts'
import { THINKING_LEVELS, type ThinkingLevel } from '../../shared/thinking-level.ts'

/** Models under one heading of a picker. */
export interface ModelGroup {
  readonly label: string
  /** Why nothing of this group can be chosen; null: it can. */
  readonly obstacle: string | null
  readonly models: readonly ModelInfo[]
}

export interface ModelSearch {
  /** Every word of it is looked for in a model's provider, id and name. */
  readonly query: string
  /** The models that agents use, by `modelKey`: they come first while nothing is searched for. */
  readonly inUse: ReadonlySet<string>
  /** ISO date: models that ended before it come last. */
  readonly today: string
}

const NO_KEY = 'no key set'
const IN_USE = 'In use'

export function modelKey({ provider, id }: Pick<ModelInfo, 'provider' | 'id'>): string {
  return `${provider}:${id}`
}

/** The models that the agents use. */
export function modelsInUse(agents: Iterable<AgentSummary>): ReadonlySet<string> {
  const choices = [...agents].flatMap(({ choice }) => choice ?? [])
  return new Set(choices.map(({ provider, model }) => modelKey({ provider, id: model })))
}

/** The groups of a picker: what is in use, then what can be used, then what lacks a key. */
export function modelGroups(list: ModelList | null, search: ModelSearch): readonly ModelGroup[] {
  const words = search.query.toLowerCase().split(/\s+/).filter(Boolean)
  const isFirst = (model: ModelInfo, ready: boolean) => ready && words.length === 0 && search.inUse.has(modelKey(model))
  const providers = list?.providers ?? []
  const first = providers.flatMap(({ models, ready }) => models.filter((model) => isFirst(model, ready)))
  const groups = providers.map(({ label, ready, models }) => ({
    label,
    obstacle: ready ? null : NO_KEY,
    models: models
      .filter((model) => !isFirst(model, ready) && matches(model, label, words))
      .toSorted((a, b) => Number(hasEnded(a, search.today)) - Number(hasEnded(b, search.today))),
  }))
  return [{ label: IN_USE, obstacle: null, models: first }, ...groups]
    .filter((group) => group.models.length > 0)
    .toSorted((a, b) => Number(a.obstacle !== null) - Number(b.obstacle !== null))
}

/** The level after or before, round the end. */
export function nextLevel(level: ThinkingLevel, step: 1 | -1): ThinkingLevel {
  const index = THINKING_LEVELS.indexOf(level) + step + THINKING_LEVELS.length
  return THINKING_LEVELS[index % THINKING_LEVELS.length] ?? level
}

/** What a person has to know before choosing: `200k context · ends 2026-12-01`. */
export function modelFacts(model: ModelInfo, today: string, formatTokens: (tokens: number) => string): string {
  return [
    ...(model.contextWindow === null ? [] : [`${formatTokens(model.contextWindow)} context`]),
    ...(model.endsOn === null ? [] : [`${hasEnded(model, today) ? 'ended' : 'ends'} ${model.endsOn}`]),
  ].join(' · ')
}

function matches(model: ModelInfo, label: string, words: readonly string[]): boolean {
  const text = `${label} ${model.provider} ${model.id} ${model.name}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

function hasEnded({ endsOn }: ModelInfo, today: string): boolean {
  return endsOn !== null && endsOn < today
}
