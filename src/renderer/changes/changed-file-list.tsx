import { Check } from 'lucide-react'

import type { ListedChange } from '../../shared/file-changes.ts'
import { visibleText } from '../../shared/visible-text.ts'
import styles from './changes.module.css'

const LETTERS = { added: 'A', modified: 'M', deleted: 'D' } as const
const STATE_NOTES = { as_left: '', undone: 'Undone', changed_since: 'Changed since' } as const

interface ChangedFileListProps {
  readonly files: readonly ListedChange[]
  readonly selected: string | null
  readonly isKept: (file: ListedChange) => boolean
  readonly onSelect: (path: string) => void
}

export function ChangedFileList({ files, selected, isKept, onSelect }: ChangedFileListProps) {
  return (
    <ul className={styles.files} aria-label="Changed files">
      {files.map((file) => (
        <li key={file.path}>
          <button
            type="button"
            className={styles.file}
            aria-current={file.path === selected}
            data-path={file.path}
            onClick={() => onSelect(file.path)}
          >
            <span title={file.status}>{LETTERS[file.status]}</span>
            <span className={styles.path}>{visibleText(file.path)}</span>
            <span className={styles.figures}>{fileNote(file)}</span>
            {isKept(file) ? <Check className={styles.kept} role="img" aria-label="Kept" /> : null}
          </button>
        </li>
      ))}
    </ul>
  )
}

function fileNote({ added, removed, state, outside }: ListedChange): string {
  const figures = added === null || removed === null ? 'binary' : `+${added} −${removed}`
  const note = outside === true ? 'Changed outside' : state === undefined ? 'Not stored here' : STATE_NOTES[state]
  return note === '' ? figures : `${figures} · ${note}`
}
