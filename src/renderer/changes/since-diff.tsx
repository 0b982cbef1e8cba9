import type { SinceChange } from '../../shared/file-changes.ts'
import { hunkText } from '../../shared/patch-text.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { DiffView } from '../parts/diff-view.tsx'
import { formatSize } from '../parts/format-figures.ts'
import { texts } from '../text/texts.ts'
import styles from './changes.module.css'

const words = texts.changes.conflict

/** What happened to a file after an agent's change. */
export function SinceDiff({ path, since: { hunks, size } }: { readonly path: string; readonly since: SinceChange }) {
  return (
    <>
      <p className={styles.note}>{words.since}</p>
      {hunks === null || size === null ? (
        <p className={styles.note}>{size === null ? words.removed : words.size({ size: formatSize(size) })}</p>
      ) : (
        hunks.map((hunk, index) => (
          <DiffView
            key={index}
            diff={visibleText(hunkText(hunk))}
            label={words.sincePart({ file: path, part: index + 1 })}
            isWhole
          />
        ))
      )}
    </>
  )
}
