import styles from './checkbox.module.css'

interface CheckboxProps {
  readonly label: string
  readonly checked: boolean
  /** Whether it cannot be checked. What is checked can be unchecked even then. */
  readonly disabled?: boolean
  onChange(checked: boolean): void
}

/** A checkbox with its label. */
export function Checkbox({ label, checked, disabled = false, onChange }: CheckboxProps) {
  return (
    <label className={styles.checkbox}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled && !checked}
        onChange={(change) => onChange(change.target.checked)}
      />
      {label}
    </label>
  )
}
