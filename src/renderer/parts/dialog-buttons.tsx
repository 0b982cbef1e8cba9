import type { ReactNode } from 'react'

import { texts } from '../text/texts.ts'
import { Button } from './button.tsx'
import styles from './dialog-buttons.module.css'

interface DialogButtonsProps {
  /** Shown beside the buttons. */
  readonly note: ReactNode
  readonly submit: string
  readonly disabled: boolean
  onCancel(): void
}

/** The last row of a dialog with a form: a note, and the buttons that cancel and submit. */
export function DialogButtons({ note, submit, disabled, onCancel }: DialogButtonsProps) {
  return (
    <footer className={styles.buttons}>
      <span className={styles.note}>{note}</span>
      <Button tone="quiet" onClick={onCancel}>
        {texts.common.cancel}
      </Button>
      <Button tone="primary" type="submit" disabled={disabled}>
        {submit}
      </Button>
    </footer>
  )
}
