import { useId } from 'react'

import formStyles from '../parts/form.module.css'
import styles from './entry-form.module.css'

const MAX_ROWS = 16

interface EntryJsonProps {
  /** The accessible name. */
  readonly label: string
  readonly text: string
  readonly hint: string
  onChange(text: string): void
}

/** An entry of config.json as JSON. */
export function EntryJson({ label, text, hint, onChange }: EntryJsonProps) {
  const id = useId()
  return (
    <>
      <textarea
        className={styles.json}
        aria-label={label}
        aria-describedby={id}
        rows={Math.min(MAX_ROWS, text.split('\n').length + 1)}
        spellCheck={false}
        value={text}
        onChange={(change) => onChange(change.target.value)}
      />
      <p id={id} className={formStyles.hint}>
        {hint}
      </p>
    </>
  )
}
