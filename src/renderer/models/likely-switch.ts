import type { ModelInfo, ModelList } from '../../shared/model-info.ts'
import { modelKey } from './model-groups.ts'

/**
 * Returns the model that the user would most likely switch to from the current one: the first of `keys` (`modelKey`)
 * that is another model and can be selected; null: none.
 */
export function likelySwitch(list: ModelList | null, current: string, keys: readonly string[]): ModelInfo | null {
  const ready = (list?.providers ?? []).flatMap((group) => (group.ready ? group.models : []))
  const models = new Map(ready.map((model) => [modelKey(model), model]))
  const key = keys.find((each) => each !== current && models.has(each))
  return key === undefined ? null : (models.get(key) ?? null)
}
