import { ClipboardPaste } from 'lucide-react'

import styles from '../parts/prompt-box.module.css'

/** Informs the user that commands in text that was not typed do not run. */
export function PastedNote() {
  return (
    <p className={styles.pasted} role="status">
      <ClipboardPaste aria-hidden /> Sent as text. To run a command, type it.
    </p>
  )
}
