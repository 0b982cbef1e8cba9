import styles from './failure-note.module.css'

/** The failure of a form, shown inside it and announced by screen readers. Null: no failure. */
export function FailureNote({ failure }: { failure: string | null }) {
  if (failure === null) return null
  return (
    <p className={styles.failure} role="alert">
      {failure}
    </p>
  )
}
