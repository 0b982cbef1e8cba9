import { useState } from 'react'

interface KeyedRow<Value> {
  /** Stays the same when the row is changed or moved. */
  readonly key: number
  readonly value: Value
  /** Whether the user has just added it, so that it takes the focus. */
  readonly isNew: boolean
}

export interface KeyedRows<Value> {
  readonly rows: readonly KeyedRow<Value>[]
  set(index: number, value: Value): void
  add(value: Value): void
  remove(index: number): void
  /** Returns the new index; null: the row is already at that end. */
  move(index: number, step: 1 | -1): number | null
}

/** Rows of a form. `onChange` gets the values after each change. */
export function useKeyedRows<Value>(
  initial: readonly Value[],
  onChange: (values: readonly Value[]) => void,
): KeyedRows<Value> {
  const [rows, setRows] = useState<readonly KeyedRow<Value>[]>(() =>
    initial.map((value, key) => ({ key, value, isNew: false })),
  )
  const [nextKey, setNextKey] = useState(initial.length)
  function change(next: readonly KeyedRow<Value>[]): void {
    setRows(next)
    onChange(next.map(({ value }) => value))
  }
  return {
    rows,
    set: (index, value) => change(rows.map((row, each) => (each === index ? { ...row, value } : row))),
    add(value) {
      setNextKey(nextKey + 1)
      change([...rows, { key: nextKey, value, isNew: true }])
    },
    remove: (index) => change(rows.filter((_, each) => each !== index)),
    move(index, step) {
      const row = rows[index]
      const target = index + step
      if (row === undefined || target < 0 || target >= rows.length) return null
      change(rows.toSpliced(index, 1).toSpliced(target, 0, row))
      return target
    },
  }
}
