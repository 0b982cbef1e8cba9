import { X } from 'lucide-react'

import type { SelectedModels } from './selected-models.ts'
import styles from './selected-chips.module.css'
import { useSpecText } from './use-spec-text.ts'
import { texts } from '../text/texts.ts'

const words = texts.models.picker

interface SelectedChipsProps {
  readonly selected: SelectedModels
  /** `key`: of the entry. */
  onRemove(key: string): void
}

/** The selected models in their order, in which the children and their columns come. */
export function SelectedChips({ selected, onRemove }: SelectedChipsProps) {
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
