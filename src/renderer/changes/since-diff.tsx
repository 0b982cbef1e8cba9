import { byteWords } from '../../shared/attachment.ts'
import type { SinceChange } from '../../shared/file-changes.ts'
import { hunkText } from '../../shared/patch-text.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { DiffView } from '../parts/diff-view.tsx'
import styles from './changes.module.css'

/** What happened to a file after an agent's change. */
export function SinceDiff({ path, since: { hunks, size } }: { readonly path: string; readonly since: SinceChange }) {
  return (
    <>
      <p className={styles.note}>Changed since then</p>
      {hunks === null || size === null ? (
        <p className={styles.note}>
          {size === null ? 'The file was removed.' : `The file has ${byteWords(size)} now.`}
        </p>
      ) : (
        hunks.map((hunk, index) => (
          <DiffView
            key={index}
            diff={visibleText(hunkText(hunk))}
            label={`${path} changed since, part ${index + 1}`}
            isWhole
          />
        ))
      )}
    </>
  )
}
