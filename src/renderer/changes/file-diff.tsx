import type { ReactNode } from 'react'

import type { ReviewScope } from '../../shared/file-changes.ts'
import type { AgentId } from '../../shared/ids.ts'
import { hunkText, patchText } from '../../shared/patch-text.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { DiffView } from '../parts/diff-view.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { texts } from '../text/texts.ts'
import styles from './changes.module.css'
import { type LoadedFileChange, useFileChange } from './use-file-change.ts'

const words = texts.changes

interface FileDiffProps {
  readonly agentId: AgentId
  readonly scope: ReviewScope
  readonly path: string
}

/** The change of one file, hunk by hunk. */
export function FileDiff(props: FileDiffProps) {
  return <FileHunks loaded={useFileChange(props)} />
}

interface FileHunksProps {
  readonly loaded: LoadedFileChange
  /** Returns what is shown below a hunk, by its index. */
  readonly below?: (hunk: number) => ReactNode
}

export function FileHunks({ loaded: { change, failure }, below }: FileHunksProps) {
  if (failure !== null) return <FailureNote failure={failure} />
  if (change === null) return <p className={styles.note}>{texts.common.loading}</p>
  const { path, hunks } = change
  if (hunks === null) return <p className={styles.note}>{visibleText(patchText(change))}</p>
  return hunks.map((hunk, index) => (
    <div
      key={index}
      className={styles.hunk}
      role="group"
      aria-label={words.part({ part: index + 1, parts: hunks.length })}
    >
      <DiffView diff={visibleText(hunkText(hunk))} label={words.partOf({ file: path, part: index + 1 })} isWhole />
      {below?.(index)}
    </div>
  ))
}
