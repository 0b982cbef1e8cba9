import { useId } from 'react'

import styles from './radio-list.module.css'

interface RadioOption<Value extends string> {
  readonly value: Value
  readonly label: string
  /** The effect of choosing it. */
  readonly note?: string
}

interface RadioListProps<Value extends string> {
  /** Label of the group. */
  readonly label: string
  readonly options: readonly RadioOption<Value>[]
  readonly value: Value
  onChange(value: Value): void
}

/** A choice between a few options, each with an explanation. */
export function RadioList<Value extends string>({ label, options, value, onChange }: RadioListProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.list}>
      <legend className={styles.legend}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            data-first-focus={option.value === value || undefined}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
          {option.note === undefined ? null : <span className={styles.note}>{option.note}</span>}
        </label>
      ))}
    </fieldset>
  )
}
