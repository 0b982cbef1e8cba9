import type { ModelInfo, ModelList } from '../../shared/model-info.ts'
import { modelSpecText } from '../../shared/model-spec-text.ts'
import { API_PROVIDERS, isProviderName, OUTSIDE } from '../../shared/providers.ts'
import { DEFAULT_THINKING_LEVEL } from '../../shared/thinking-level.ts'
import { compareByAge } from './model-age.ts'
import { hasEnded, modelKey } from './model-groups.ts'

interface OtherModelSearch {
  /** The models that are not wanted (`modelKey`). */
  readonly contestants: ReadonlySet<string>
  /** ISO date. */
  readonly today: string
}

/**
 * Returns models other than the contestants, as `MODEL/LEVEL`: the defaults of the providers that are ready, those of
 * other providers than the contestants' first, then their newest models. Outside agents are not among them.
 */
export function otherModels(list: ModelList | null, { contestants, today }: OtherModelSearch): readonly string[] {
  const ready = list?.providers.filter((group) => group.ready && group.provider !== OUTSIDE) ?? []
  const taken = new Set([...contestants].map((key) => key.slice(0, key.indexOf(':'))))
  const isWanted = (model: ModelInfo) => !contestants.has(modelKey(model)) && !hasEnded(model, today)
  const all = ready.flatMap(({ models }) => models.toSorted(compareByAge)).filter(isWanted)
  const isDefault = ({ provider, id }: ModelInfo) =>
    isProviderName(provider) && API_PROVIDERS[provider].defaultModel === id
  const rank = (model: ModelInfo) => (isDefault(model) ? 0 : 2) + (taken.has(model.provider) ? 1 : 0)
  return all
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ provider, id }) => modelSpecText(provider, id, DEFAULT_THINKING_LEVEL))
}

/** Returns a model that is none of the contestants; null: there is none. */
export function neutralModel(list: ModelList | null, search: OtherModelSearch): string | null {
  return otherModels(list, search)[0] ?? null
}
