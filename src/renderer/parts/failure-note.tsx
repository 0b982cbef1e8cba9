import styles from './failure-note.module.css'

/** Why a form could not do what it was asked, in its own place; screen readers hear it. Null: nothing failed. */
export function FailureNote({ failure }: { failure: string | null }) {
  if (failure === null) return null
  return (
    <p className={styles.failure} role="alert">
      {failure}
    </p>
  )
}
