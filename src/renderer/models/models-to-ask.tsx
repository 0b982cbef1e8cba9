import { X } from 'lucide-react'
import type { AgentId } from '../../shared/ids.ts'
import type { ModelInfo } from '../../shared/model-info.ts'
import { modelSpecText } from '../../shared/model-spec-text.ts'
import { DEFAULT_THINKING_LEVEL } from '../../shared/thinking-level.ts'
import { useModels } from '../hooks/use-stores.ts'
import { texts } from '../text/texts.ts'
import { modelKey } from './model-groups.ts'
import styles from './models-to-ask.module.css'
import { PickerList } from './picker-list.tsx'
import { type SelectedModels, specsOf, toggleModel, togglePool } from './selected-models.ts'
import { useSpecText } from './use-spec-text.ts'

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

const words = texts.models.picker

interface SelectedChipsProps {
  readonly selected: SelectedModels
  /** `key`: of the entry. */
  onRemove(key: string): void
}

/** The selected models in their order, in which the children and their columns come. */
function SelectedChips({ selected, onRemove }: SelectedChipsProps) {
  if (selected.size === 0) return null
  return (
    <div role="group" aria-label={words.selected} className={styles.chips}>
      {[...selected].map(([key, { spec }]) => (
        <SelectedChip key={key} spec={spec} onRemove={() => onRemove(key)} />
      ))}
    </div>
  )
}

function SelectedChip({ spec, onRemove }: { spec: string; onRemove: () => void }) {
  const text = useSpecText(spec) ?? spec
  return (
    <button type="button" className={styles.chip} aria-label={words.deselect({ model: text })} onClick={onRemove}>
      {text} <X size={12} aria-hidden />
    </button>
  )
}
