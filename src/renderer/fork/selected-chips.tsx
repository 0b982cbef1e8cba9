import { X } from 'lucide-react'

import type { SelectedModels } from './fork-models.ts'
import styles from './selected-chips.module.css'
import { texts } from '../text/texts.ts'

const words = texts.fork.models

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
        <button
          key={key}
          type="button"
          className={styles.chip}
          aria-label={words.deselect({ model: spec })}
          onClick={() => onRemove(key)}
        >
          {spec} <X size={12} aria-hidden />
        </button>
      ))}
    </div>
  )
}
