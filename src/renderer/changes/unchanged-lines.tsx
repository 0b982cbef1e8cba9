import { Ellipsis } from 'lucide-react'

import type { ChangeHunk } from '../../shared/file-changes.ts'
import { texts } from '../text/texts.ts'
import styles from './diff.module.css'

interface UnchangedLinesProps {
  /** Null: the beginning of the file. */
  readonly before: ChangeHunk | null
  readonly after: ChangeHunk
}

/** Says how many lines between two parts are the same. Nothing if there are none. */
export function UnchangedLines({ before, after }: UnchangedLinesProps) {
  const from = before === null ? 1 : before.newStart + before.newLines
  const lines = after.newStart - from
  if (lines <= 0) return null
  return (
    <p className={styles.fold}>
      <Ellipsis aria-hidden />
      {texts.changes.view.unchanged({ lines })}
    </p>
  )
}
