import { poolName } from '../../shared/model-pool.ts'
import { parseModelSpec } from '../../shared/model-spec.ts'
import { useModels } from '../hooks/use-stores.ts'
import { modelTitle } from '../store/model-title.ts'
import { texts } from '../text/texts.ts'

/** Returns `MODEL/LEVEL` in words (`Sonnet 5.5 · Medium`), and a pool as it is typed (`@NAME`). Null: for null. */
export function useSpecText(spec: string | null): string | null {
  const list = useModels((state) => state.list)
  const parsed = spec === null ? null : parseModelSpec(spec)
  if (parsed?.ok !== true || poolName(parsed.choice.model) !== null) return spec
  const { provider, model, thinkingLevel } = parsed.choice
  return `${modelTitle(list, provider, model)} · ${texts.models.level.words[thinkingLevel]}`
}
