import styles from './failure-note.module.css'

interface FailureNoteProps {
  /** Null: no failure. */
  readonly failure: string | null
  /** The class of the sheet of a form that has its own. */
  readonly className?: string | undefined
}

/** The failure of a form, shown inside it and announced by screen readers. */
export function FailureNote({ failure, className = styles.failure }: FailureNoteProps) {
  if (failure === null) return null
  return (
    <p className={className} role="alert">
      {failure}
    </p>
  )
}
