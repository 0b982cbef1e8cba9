import type { AppError } from '../../shared/app-error.ts'
import { cardTitle } from '../text/table-texts.ts'
import { ErrorHelp } from './error-help.tsx'
import styles from './failure-note.module.css'

interface FailureNoteProps {
  /** What happened and what to do; an error leads to its section of the help as well. Null: no failure. */
  readonly failure: AppError | string | null
  /** The class of the sheet of a form that has its own. */
  readonly className?: string | undefined
}

/** The failure of a form, shown inside it and announced by screen readers. */
export function FailureNote({ failure, className = styles.failure }: FailureNoteProps) {
  if (failure === null) return null
  return (
    <p className={className} role="alert">
      {typeof failure === 'string' ? (
        failure
      ) : (
        <>
          {failure.message}
          <ErrorHelp category={failure.category} subject={cardTitle(failure)} />
        </>
      )}
    </p>
  )
}
