import { X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'

import { Button } from '../parts/button.tsx'
import { focusOnMount } from '../parts/focus-on-mount.ts'
import formStyles from '../parts/form.module.css'
import { PlainIconButton } from '../parts/plain-icon-button.tsx'
import { texts } from '../text/texts.ts'
import styles from './entry-form.module.css'
import { useKeyedRows } from './use-keyed-rows.ts'

/** The texts for one kind of row. */
interface RowTexts {
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

const common = texts.entryForms

interface PairTexts extends RowTexts {
  readonly nameOf: (row: { place: number }) => string
  readonly valueOf: (row: { place: number }) => string
}

interface PairRowsProps {
  readonly words: PairTexts
  readonly values: Readonly<Record<string, string>>
  onChange(values: Record<string, string>): void
}

/** Names with a value each, one row each. Of several rows with one name, the last counts. */
export function PairRows({ words, values, onChange }: PairRowsProps) {
  const { rows, set, add, remove } = useKeyedRows<readonly [string, string]>(Object.entries(values), (pairs) =>
    onChange(Object.fromEntries(pairs)),
  )
  return (
    <RowList
      words={words}
      rows={rows.map(({ key }) => key)}
      onAdd={() => add(['', ''])}
      onRemove={remove}
      row={(index) => {
        const { value: [name, value] = ['', ''], isNew = false } = rows[index] ?? {}
        return (
          <>
            <input
              type="text"
              className={formStyles.field}
              aria-label={words.nameOf({ place: index + 1 })}
              placeholder={common.rowName}
              required
              spellCheck={false}
              ref={isNew ? focusOnMount : null}
              value={name}
              onChange={({ target }) => set(index, [target.value, value])}
            />
            <input
              type="text"
              className={formStyles.field}
              aria-label={words.valueOf({ place: index + 1 })}
              placeholder={common.rowValue}
              spellCheck={false}
              autoComplete="off"
              value={value}
              onChange={({ target }) => set(index, [name, target.value])}
            />
          </>
        )
      }}
    />
  )
}

interface TextRowsProps {
  readonly words: RowTexts
  readonly values: readonly string[]
  readonly placeholder?: string
  /** Id of a `<datalist>` with suggestions. */
  readonly list?: string
  onChange(values: readonly string[]): void
}

/** A list of texts, one row each. */
export function TextRows({ words, values, placeholder, list, onChange }: TextRowsProps) {
  const { rows, set, add, remove } = useKeyedRows(values, onChange)
  return (
    <RowList
      words={words}
      rows={rows.map(({ key }) => key)}
      onAdd={() => add('')}
      onRemove={remove}
      row={(index) => (
        <input
          type="text"
          className={formStyles.field}
          aria-label={`${words.label} ${index + 1}`}
          placeholder={placeholder}
          list={list}
          required
          spellCheck={false}
          ref={rows[index]?.isNew === true ? focusOnMount : null}
          value={rows[index]?.value ?? ''}
          onChange={({ target }) => set(index, target.value)}
        />
      )}
    />
  )
}
