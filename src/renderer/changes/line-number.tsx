import { texts } from '../text/texts.ts'
import styles from './diff-rows.module.css'
import type { HunkLine } from './hunk-lines.ts'

interface LineNumberProps {
  readonly line: HunkLine
  /** Null: it cannot be commented on. `more`: from the line that was picked before. */
  readonly onPick: ((line: HunkLine, more: boolean) => void) | null
}

/** The number of a line. A click begins a comment on it, with Shift on all lines since the click before. */
export function LineNumber({ line, onPick }: LineNumberProps) {
  if (onPick === null) return <span className={styles.number}>{line.number}</span>
  return (
    <button
      type="button"
      className={styles.number}
      // The key of the part does the same, without a stop at each line.
      tabIndex={-1}
      aria-label={texts.changes.comments.commentOn({ line: line.number, isOld: line.side === 'old' })}
      onClick={(click) => onPick(line, click.shiftKey)}
    >
      {line.number}
    </button>
  )
}
