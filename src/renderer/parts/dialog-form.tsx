import type { ReactNode } from 'react'

import { texts } from '../text/texts.ts'
import { Button } from './button.tsx'
import styles from './dialog-form.module.css'
import { FailureNote } from './failure-note.tsx'

interface DialogFormProps {
  /** The text of the button that submits. */
  readonly submit: string
  /** `danger`: submitting destroys something. Missing: `primary`. */
  readonly tone?: 'primary' | 'danger'
  readonly disabled?: boolean
  /** Why the last attempt failed. Missing and null: it did not. */
  readonly failure?: string | null
  /** Shown beside the buttons. */
  readonly note?: ReactNode
  /** Whether *Cancel* has the focus at first, because submitting costs or destroys something. */
  readonly focusesCancel?: boolean
  onSubmit(): unknown
  onCancel(): void
  readonly children: ReactNode
}

/** The form of a dialog: its fields, why it failed, and the buttons that cancel and submit. */
export function DialogForm(props: DialogFormProps) {
  const { submit, tone = 'primary', disabled = false, failure = null, note, focusesCancel, children } = props
  const { onSubmit, onCancel } = props
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
      <FailureNote failure={failure} />
      <footer className={styles.buttons}>
        {note === undefined ? null : <span className={styles.note}>{note}</span>}
        <Button tone="quiet" data-first-focus={focusesCancel} onClick={onCancel}>
          {texts.common.cancel}
        </Button>
        <Button tone={tone} type="submit" disabled={disabled}>
          {submit}
        </Button>
      </footer>
    </form>
  )
}
