import { X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'

import { Button } from '../parts/button.tsx'
import { PlainIconButton } from '../parts/plain-icon-button.tsx'
import styles from './entry-form.module.css'

interface RowListProps {
  /** The name of the group. */
  readonly label: string
  /** What one row is: `argument`. */
  readonly item: string
  /** The keys of the rows, in their order. */
  readonly rows: readonly number[]
  readonly row: (index: number) => ReactNode
  onAdd(): void
  onRemove(index: number): void
}

/** Rows of fields that are added and removed one by one. */
export function RowList({ label, item, rows, row, onAdd, onRemove }: RowListProps) {
  const add = useRef<HTMLButtonElement>(null)
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{label}</legend>
      {rows.length === 0 ? null : (
        <ul className={styles.rows}>
          {rows.map((key, index) => (
            <li key={key} className={styles.row}>
              {row(index)}
              <PlainIconButton
                label={`Remove ${item} ${index + 1}`}
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
          Add {item}
        </Button>
      </span>
    </fieldset>
  )
}
