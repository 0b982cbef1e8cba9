import { ClipboardPaste } from 'lucide-react'

import styles from '../parts/prompt-box.module.css'
import { texts } from '../text/texts.ts'

/** Informs the user that commands in text that was not typed do not run. */
export function PastedNote() {
  return (
    <p className={styles.pasted} role="status">
      <ClipboardPaste aria-hidden /> {texts.prompt.pasted}
    </p>
  )
}
