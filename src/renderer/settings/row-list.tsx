import { X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'

import { Button } from '../parts/button.tsx'
import { PlainIconButton } from '../parts/plain-icon-button.tsx'
import styles from './entry-form.module.css'

/** The texts for one kind of row. */
export interface RowTexts {
  /** The name of the group. */
  readonly label: string
  readonly add: string
  /** `place`: counted from 1. */
  readonly remove: (row: { place: number }) => string
}

interface RowListProps {
  readonly words: RowTexts
  /** The keys of the rows, in their order. */
  readonly rows: readonly number[]
  readonly row: (index: number) => ReactNode
  onAdd(): void
  onRemove(index: number): void
}

/** Rows of fields that are added and removed one by one. */
export function RowList({ words, rows, row, onAdd, onRemove }: RowListProps) {
  const add = useRef<HTMLButtonElement>(null)
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{words.label}</legend>
      {rows.length === 0 ? null : (
        <ul className={styles.rows}>
          {rows.map((key, index) => (
            <li key={key} className={styles.row}>
              {row(index)}
              <PlainIconButton
                label={words.remove({ place: index + 1 })}
                onClick={() => {
                  onRemove(index)
                  add.current?.focus()
                }}
              >
                <X size={14} aria-hidden />
              </PlainIconButton>
            </li>
          ))}
        </ul>
      )}
      <span className={styles.add}>
        <Button ref={add} tone="quiet" onClick={onAdd}>
          {words.add}
        </Button>
      </span>
    </fieldset>
  )
}
