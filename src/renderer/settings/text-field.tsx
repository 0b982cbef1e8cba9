import { useId } from 'react'

import formStyles from '../parts/form.module.css'
import styles from './entry-form.module.css'
import { defined } from '../../shared/defined.ts'

interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly required?: boolean
  readonly placeholder?: string
  readonly hint?: string
  /** Number of lines; missing: one, without line breaks. */
  readonly lines?: number
  onChange(value: string): void
}

/** A text of an entry, saved with its form. */
export function TextField({ label, value, required = false, placeholder, hint, lines, onChange }: TextFieldProps) {
  const id = useId()
  const shared = {
    id,
    value,
    required,
    placeholder,
    spellCheck: lines !== undefined,
    ...defined({ 'aria-describedby': hint === undefined ? undefined : `${id}-hint` }),
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {lines === undefined ? (
        <input {...shared} type="text" className={formStyles.field} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <textarea {...shared} className={styles.text} rows={lines} onChange={({ target }) => onChange(target.value)} />
      )}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className={formStyles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
