import type { ModelInfo, ModelList } from '../../shared/model-info.ts'
import { modelSpecText } from '../../shared/model-spec-text.ts'
import { PROVIDERS } from '../../shared/providers.ts'
import { DEFAULT_THINKING_LEVEL } from '../../shared/thinking-level.ts'
import { hasEnded, modelKey } from './model-groups.ts'

/**
 * Returns a model that is none of the contestants (`modelKey`), as `MODEL/LEVEL`: the default of a provider that is
 * ready, else any of its models; null: there is none.
 */
export function neutralModel(
  list: ModelList | null,
  { contestants, today }: { readonly contestants: ReadonlySet<string>; readonly today: string },
): string | null {
  const ready = list?.providers.filter((group) => group.ready) ?? []
  const isNeutral = (model: ModelInfo) => !contestants.has(modelKey(model)) && !hasEnded(model, today)
  const defaults = ready.flatMap(({ provider, models }) =>
    models.filter(({ id }) => id === PROVIDERS[provider].defaultModel),
  )
  const found = defaults.find(isNeutral) ?? ready.flatMap(({ models }) => models).find(isNeutral)
  return found === undefined ? null : modelSpecText(found.provider, found.id, DEFAULT_THINKING_LEVEL)
}
