import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { ModelInfo, ModelList } from '../../shared/model-info.ts'
import { API_PROVIDERS, isProviderName, PROVIDERS } from '../../shared/providers.ts'
import { THINKING_LEVELS, type ThinkingLevel } from '../../shared/thinking-level.ts'
import { defined } from '../../shared/defined.ts'
import { engineSentence } from '../text/table-texts.ts'
import { texts } from '../text/texts.ts'
import { compareByAge, familyOf } from './model-age.ts'

const { picker } = texts.models

/** Models under one heading of a picker. */
export interface ModelGroup {
  readonly label: string
  /** Why no model of this group can be selected; null if they can. */
  readonly obstacle: string | null
  /** What its server answered in place of a list. Missing: nothing is wrong. */
  readonly problem?: string
  readonly models: readonly ModelInfo[]
}

export interface ModelSearch {
  /** Every word of it must occur in a model's provider, id or name. Empty: nothing is searched for. */
  readonly query: string
  /** Starred and used models, by `modelKey`. */
  readonly favourites: readonly string[]
  readonly recent: readonly string[]
  /** Models that are shown in any case, after those, by `modelKey`. */
  readonly chosen: readonly string[]
  /** ISO date. Models that were retired before it come last. */
  readonly today: string
  /** Whether all models are shown while nothing is searched for, in place of the starred, used and recommended ones. */
  readonly showsAll: boolean
}

const MAX_RECENT = 6
/** How many models of a provider are recommended. */
const MAX_RECOMMENDED = 3
/** A gateway or local server with more models recommends none. */
const MAX_OF_GATEWAY = 6

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
 * Returns the groups of a picker: starred, recently used and recommended models. With a query, or if all are wanted or
 * none of these can be used: every model by provider, newest first, then those without a key. Each model is in one group.
 */
export function modelGroups(list: ModelList | null, search: ModelSearch): readonly ModelGroup[] {
  const words = search.query.toLowerCase().split(/\s+/).filter(Boolean)
  const chosen = words.length === 0 && !search.showsAll ? chosenGroups(list, search) : []
  return chosen.length > 0 ? chosen : allGroups(list, words, search.today)
}

/** Returns how many models the list has. */
export function modelCount(list: ModelList | null): number {
  return (list?.providers ?? []).reduce((sum, { models }) => sum + models.length, 0)
}

function chosenGroups(
  list: ModelList | null,
  { favourites, recent, chosen, today }: ModelSearch,
): readonly ModelGroup[] {
  const providers = (list?.providers ?? []).filter(({ ready }) => ready)
  const usable = new Map(providers.flatMap(({ models }) => models.map((model) => [modelKey(model), model] as const)))
  const served = (key: string): readonly ModelInfo[] => {
    const model = usable.get(key)
    return model === undefined || hasEnded(model, today) ? [] : [model]
  }
  const recommended = providers.flatMap(({ models }) => recommendedModels(models, today)).map(modelKey)
  const shown = new Set<string>()
  const group = (label: string, keys: readonly string[], get: (key: string) => readonly ModelInfo[]): ModelGroup => {
    const models = keys.flatMap((key) => (shown.has(key) ? [] : get(key)))
    for (const model of models) shown.add(modelKey(model))
    return { label, obstacle: null, models }
  }
  const find = (key: string) => [usable.get(key)].filter((model) => model !== undefined)
  const groups = [
    // A starred model is shown until its star is taken away, also after its end.
    group(picker.favourites, favourites, find),
    group(picker.recent, recent, served),
    group(picker.recommended, recommended, served),
    group(picker.chosen, chosen, find),
  ]
  return groups.filter(({ models }) => models.length > 0)
}

/**
 * Returns a provider's default model and the newest of its other families. Gateways, local servers and programs list
 * models of many makers, whose versions cannot be compared: all of them are returned if they are few, else none.
 */
export function recommendedModels(models: readonly ModelInfo[], today: string): readonly ModelInfo[] {
  const [first] = models
  if (first === undefined) return []
  if (PROVIDERS[first.provider].isGateway) return models.length > MAX_OF_GATEWAY ? [] : models
  const defaultModel = isProviderName(first.provider) ? API_PROVIDERS[first.provider].defaultModel : null
  const newest = models
    .filter((model) => !hasEnded(model, today))
    .toSorted((a, b) => Number(b.id === defaultModel) - Number(a.id === defaultModel) || compareByAge(a, b))
  const families = new Set<string>()
  const heads = newest.filter(({ id }) => {
    const family = familyOf(id)
    return families.has(family) ? false : families.add(family)
  })
  return heads.slice(0, MAX_RECOMMENDED)
}

/** A model whose whole id or name was typed comes first, even if it has ended. */
function allGroups(list: ModelList | null, words: readonly string[], today: string): readonly ModelGroup[] {
  const typed = words.join(' ')
  const isTyped = ({ id, name }: ModelInfo): boolean => [id, name].some((each) => each.toLowerCase() === typed)
  const rank = (model: ModelInfo): number => (isTyped(model) ? 0 : hasEnded(model, today) ? 2 : 1)
  const groups = (list?.providers ?? []).map(({ label, ready, models, problem }) => ({
    label,
    obstacle: ready ? null : picker.noKey,
    ...defined({ problem: problem === undefined ? undefined : engineSentence(problem.message) }),
    models: models
      .filter((model) => matches(model, label, words))
      .toSorted((a, b) => rank(a) - rank(b) || compareByAge(a, b)),
  }))
  return groups
    .filter(({ label, problem, models }) => models.length > 0 || (problem !== undefined && includesAll(label, words)))
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

/** Returns when a model ends or ended, in words; null: no end is known. `today`: ISO date. */
export function endText(model: ModelInfo, today: string): string | null {
  if (model.endsOn === null) return null
  return (hasEnded(model, today) ? picker.ended : picker.ends)({ day: model.endsOn })
}

function matches(model: ModelInfo, label: string, words: readonly string[]): boolean {
  return includesAll(`${label} ${model.provider} ${model.id} ${model.name}`, words)
}

function includesAll(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase()
  return words.every((word) => lower.includes(word))
}

/** Whether a model is no longer served. `today`: ISO date. */
export function hasEnded({ endsOn }: ModelInfo, today: string): boolean {
  return endsOn !== null && endsOn < today
}
