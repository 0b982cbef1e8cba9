import { ClipboardPaste } from 'lucide-react'

import styles from '../parts/prompt-box.module.css'

/** Says that commands in what was pasted do not run. */
export function PastedNote() {
  return (
    <p className={styles.pasted} role="status">
      <ClipboardPaste aria-hidden /> Pasted: sent as text. To run a command, type it.
    </p>
  )
}
