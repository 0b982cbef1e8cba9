import type { AgentId } from '../../shared/ids.ts'
import type { ModelInfo } from '../../shared/model-info.ts'
import { modelSpecText } from '../../shared/model-spec-text.ts'
import { DEFAULT_THINKING_LEVEL } from '../../shared/thinking-level.ts'
import { useModels } from '../hooks/use-stores.ts'
import { modelKey } from './model-groups.ts'
import { PickerList } from './picker-list.tsx'
import { SelectedChips } from './selected-chips.tsx'
import { type SelectedModels, specsOf, toggleModel, togglePool } from './selected-models.ts'

interface ModelsToAskProps {
  /** The agent that is continued; null: none is. */
  readonly agentId: AgentId | null
  readonly selected: SelectedModels
  onSelect(selected: SelectedModels): void
  /** Enter in the search field: with the selected models, or the active one (`MODEL/LEVEL`, `@POOL`) if there is none. */
  onEnter(specs: readonly string[]): void
}

/** Ticks several models and pools, each with its level. */
export function ModelsToAsk({ agentId, selected, onSelect, onEnter }: ModelsToAskProps) {
  const list = useModels((state) => state.list)
  const levelOf = (model: ModelInfo) => selected.get(modelKey(model))?.level ?? DEFAULT_THINKING_LEVEL
  function remove(key: string): void {
    const model = list?.providers.flatMap(({ models }) => models).find((each) => modelKey(each) === key)
    onSelect(model === undefined ? togglePool(selected, key) : toggleModel(selected, model, null))
  }
  return (
    <PickerList
      agentId={agentId}
      head={<SelectedChips selected={selected} onRemove={remove} />}
      choices={{
        type: 'several',
        chosen: [...selected.keys()],
        levelOf,
        pick: (model) => onSelect(toggleModel(selected, model, selected.has(modelKey(model)) ? null : levelOf(model))),
        pickPool: (spec) => onSelect(togglePool(selected, spec)),
        setLevel: (model, level) => onSelect(toggleModel(selected, model, level)),
        enter(active) {
          if (active === null || selected.size > 0) return onEnter(specsOf(selected))
          const spec =
            typeof active === 'string' ? active : modelSpecText(active.provider, active.id, DEFAULT_THINKING_LEVEL)
          return onEnter([spec])
        },
      }}
    />
  )
}
