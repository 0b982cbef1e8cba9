import { useId } from 'react'

import styles from './choices.module.css'

interface ChoicesProps<Value extends string> {
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  onChange(value: Value): void
}

/** Radio buttons in one row, for a few options with short names. Put them into a fieldset with a legend. */
export function Choices<Value extends string>({ value, options, onChange }: ChoicesProps<Value>) {
  const name = useId()
  return (
    <span className={styles.choices}>
      {options.map((option) => (
        <label key={option.value} className={styles.choice} data-checked={option.value === value}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </span>
  )
}
