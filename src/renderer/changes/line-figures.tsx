import type { ListedChange } from '../../shared/file-changes.ts'
import { formatCount } from '../parts/format-figures.ts'
import { texts } from '../text/texts.ts'
import styles from './line-figures.module.css'

const words = texts.changes.view

/** The numbers of added and removed lines of a file; of a binary one that it is binary. */
export function LineFigures({ file: { added, removed } }: { readonly file: ListedChange }) {
  if (added === null || removed === null) return <span className={styles.figures}>{texts.changes.binary}</span>
  return (
    <span className={styles.figures}>
      <span className={styles.added}>{words.addedLines({ lines: formatCount(added) })}</span>{' '}
      <span className={styles.removed}>{words.removedLines({ lines: formatCount(removed) })}</span>
    </span>
  )
}
