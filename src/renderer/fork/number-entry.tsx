import styles from './fork-dialog.module.css'
import inputStyles from './dialog-inputs.module.css'

interface NumberEntryProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly onChange: (value: number) => void
}

/** A field for a whole number. A smaller one than `min` becomes `min`, a larger one than `max` becomes `max`. */
export function NumberEntry({ label, value, min, max, onChange }: NumberEntryProps) {
  return (
    <label className={styles.field}>
      <span className={styles.label}>{label}</span>
      <input
        className={inputStyles.input}
        type="number"
        min={min}
        max={max}
        value={value}
        onChange={({ target }) => onChange(Math.min(max, Math.max(min, Math.trunc(Number(target.value)))))}
      />
    </label>
  )
}
