import { focusOnMount } from '../parts/focus-on-mount.ts'
import formStyles from '../parts/form.module.css'
import { texts } from '../text/texts.ts'
import { RowList, type RowTexts } from './row-list.tsx'
import { useKeyedRows } from './use-keyed-rows.ts'

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
