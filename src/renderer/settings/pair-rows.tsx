import { focusOnMount } from '../parts/focus-on-mount.ts'
import formStyles from '../parts/form.module.css'
import { RowList } from './row-list.tsx'
import { useKeyedRows } from './use-keyed-rows.ts'

interface PairRowsProps {
  readonly label: string
  /** What one row is: `variable`. */
  readonly item: string
  readonly values: Readonly<Record<string, string>>
  onChange(values: Record<string, string>): void
}

/** Names with a value each, one row each. Of several rows with one name, the last counts. */
export function PairRows({ label, item, values, onChange }: PairRowsProps) {
  const { rows, set, add, remove } = useKeyedRows<readonly [string, string]>(Object.entries(values), (pairs) =>
    onChange(Object.fromEntries(pairs)),
  )
  return (
    <RowList
      label={label}
      item={item}
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
              aria-label={`Name of ${item} ${index + 1}`}
              placeholder="Name"
              required
              spellCheck={false}
              ref={isNew ? focusOnMount : null}
              value={name}
              onChange={({ target }) => set(index, [target.value, value])}
            />
            <input
              type="text"
              className={formStyles.field}
              aria-label={`Value of ${item} ${index + 1}`}
              placeholder="Value"
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
