import { useId } from 'react'

import type { ListedChange } from '../../shared/file-changes.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { Button } from '../parts/button.tsx'
import { texts } from '../text/texts.ts'
import { LineFigures } from './line-figures.tsx'
import styles from './review.module.css'

const words = texts.changes

interface FileHeadProps {
  readonly file: ListedChange
  readonly isKept: boolean
  onKeep(): void
  /** Null: it is no change that can be undone. */
  readonly onUndo: (() => void) | null
  onOpen(): void
}

/** The path of the selected file and what can be done with its change. */
export function FileHead({ file, isKept, onKeep, onUndo, onOpen }: FileHeadProps) {
  const id = useId()
  const end = file.path.lastIndexOf('/') + 1
  const states = { as_left: null, undone: words.undone, changed_since: words.changedSince }
  const state = file.state === undefined ? words.notStored : states[file.state]
  return (
    <header className={styles.fileHead}>
      <h3 className={styles.filePath}>
        <span className={styles.quiet}>{visibleText(file.path.slice(0, end))}</span>
        {visibleText(file.path.slice(end))}
      </h3>
      <LineFigures file={file} />
      {state === null ? null : <span className={styles.quiet}>{state}</span>}
      <span className={styles.space} />
      <span className={styles.reviewed}>
        <input id={id} type="checkbox" checked={isKept} aria-keyshortcuts="r" onChange={onKeep} />
        <label htmlFor={id}>{words.view.reviewed}</label>
      </span>
      {onUndo === null ? null : (
        <Button tone="quiet" onClick={onUndo}>
          {words.undoFile}
        </Button>
      )}
      <Button aria-keyshortcuts="Enter" onClick={onOpen}>
        {words.openFile}
      </Button>
    </header>
  )
}
