import { focusOnMount } from '../parts/focus-on-mount.ts'
import formStyles from '../parts/form.module.css'
import { RowList, type RowTexts } from './row-list.tsx'
import { useKeyedRows } from './use-keyed-rows.ts'

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
