import { useState } from 'react'

import { Button } from './button.tsx'
import { formatCount } from './format-figures.ts'
import styles from './long-text.module.css'

/** Characters that are laid out at once: a browser needs tens of milliseconds for as many. */
const PIECE = 50_000

/** Text as it is written, a piece at a time. */
export function LongText({ text }: { text: string }) {
  const [pieces, setPieces] = useState(1)
  const shown = pieces * PIECE
  return (
    <>
      <p className={styles.text}>{text.slice(0, shown)}</p>
      {text.length <= shown ? null : (
        <Button tone="quiet" onClick={() => setPieces(pieces + 1)}>
          Show more ({formatCount(text.length - shown)} characters left)
        </Button>
      )}
    </>
  )
}
