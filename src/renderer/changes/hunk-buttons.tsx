import { Check } from 'lucide-react'

import { Button } from '../parts/button.tsx'
import { texts } from '../text/texts.ts'
import styles from './changes.module.css'

const words = texts.changes

const KEEP_KEY = 'Y'
const UNDO_KEY = 'U'
const COMMENT_KEY = 'C'

interface HunkButtonsProps {
  readonly isKept: boolean
  onKeep(): void
  onComment(): void
  /** Null: it is no change that can be undone. */
  readonly onUndo: (() => void) | null
}

export function HunkButtons({ isKept, onKeep, onComment, onUndo }: HunkButtonsProps) {
  return (
    <div className={styles.buttons}>
      <Button tone="quiet" aria-pressed={isKept} aria-keyshortcuts="y" title={KEEP_KEY} onClick={onKeep}>
        {isKept ? (
          <>
            <Check /> {words.kept}
          </>
        ) : (
          words.keepPart
        )}
      </Button>
      <Button tone="quiet" aria-keyshortcuts="c" title={COMMENT_KEY} onClick={onComment}>
        {words.comments.comment}
      </Button>
      {onUndo === null ? null : (
        <Button tone="quiet" aria-keyshortcuts="u" title={UNDO_KEY} onClick={onUndo}>
          {words.undoPart}
        </Button>
      )}
    </div>
  )
}
