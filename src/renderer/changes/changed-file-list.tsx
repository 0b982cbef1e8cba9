import { Check } from 'lucide-react'

import type { ListedChange } from '../../shared/file-changes.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { texts } from '../text/texts.ts'
import styles from './changes.module.css'

const words = texts.changes

const LETTERS = { added: 'A', modified: 'M', deleted: 'D' } as const
const STATE_NOTES = { as_left: '', undone: words.undone, changed_since: words.changedSince } as const

interface ChangedFileListProps {
  readonly files: readonly ListedChange[]
  readonly selected: string | null
  readonly isKept: (file: ListedChange) => boolean
  readonly onSelect: (path: string) => void
}

export function ChangedFileList({ files, selected, isKept, onSelect }: ChangedFileListProps) {
  return (
    <ul className={styles.files} aria-label={words.files}>
      {files.map((file) => (
        <li key={file.path}>
          <button
            type="button"
            className={styles.file}
            aria-current={file.path === selected}
            data-path={file.path}
            onClick={() => onSelect(file.path)}
          >
            <span title={words.statuses[file.status]}>{LETTERS[file.status]}</span>
            <span className={styles.path}>{visibleText(file.path)}</span>
            <span className={styles.figures}>{fileNote(file)}</span>
            {isKept(file) ? <Check className={styles.kept} role="img" aria-label={words.kept} /> : null}
          </button>
        </li>
      ))}
    </ul>
  )
}

function fileNote({ added, removed, state, outside, unsure }: ListedChange): string {
  const figures = added === null || removed === null ? words.binary : `+${added} −${removed}`
  const whose = outside === true ? words.outside : unsure === true ? words.unsure : ''
  const then = state === undefined ? words.notStored : outside === true ? '' : STATE_NOTES[state]
  return [figures, whose, then].filter((note) => note !== '').join(' · ')
}
