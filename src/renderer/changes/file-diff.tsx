import type { ReactNode } from 'react'

import type { ChangeHunk, ReviewScope } from '../../shared/file-changes.ts'
import type { AgentId } from '../../shared/ids.ts'
import { hunkText, patchText } from '../../shared/patch-text.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { DiffView } from '../parts/diff-view.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { texts } from '../text/texts.ts'
import styles from './changes.module.css'
import { type HunkLine, hunkLines } from './hunk-lines.ts'
import { LineNumber } from './line-number.tsx'
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
  /** Called when a line is picked to comment on it; `extends`: from the line that was picked before. Missing: none can be. */
  readonly onPick?: (hunk: number, line: HunkLine, extends_: boolean) => void
}

export function FileHunks({ loaded: { change, failure }, below, onPick }: FileHunksProps) {
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
      data-hunk={index}
      tabIndex={-1}
    >
      <DiffView
        diff={visibleText(hunkText(hunk))}
        label={words.partOf({ file: path, part: index + 1 })}
        isWhole
        before={numbersOf(hunk, onPick === undefined ? null : (line, more) => onPick(index, line, more))}
      />
      {below?.(index)}
    </div>
  ))
}

/** The numbers before the lines of a hunk. `onPick` null: they are no buttons. */
function numbersOf(hunk: ChangeHunk, onPick: ((line: HunkLine, more: boolean) => void) | null) {
  const lines = hunkLines(hunk)
  return (index: number) => <LineNumber line={lines[index - 1] ?? null} onPick={onPick} />
}
