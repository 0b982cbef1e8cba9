import { useEffect, useState } from 'react'

import type { ChangeList, ChangeScope, ListedChange } from '../../shared/file-changes.ts'
import type { AgentId } from '../../shared/ids.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { ApplyPart } from './apply-part.tsx'
import styles from './changes.module.css'
import { FileDiff } from './file-diff.tsx'
import { SavePatch } from './save-patch.tsx'
import { useUndoChanges } from './use-undo.ts'

interface ChangesDialogProps {
  readonly agentId: AgentId
  readonly scope: ChangeScope
}

const LETTERS = { added: 'A', modified: 'M', deleted: 'D' } as const
const STATE_NOTES = { as_left: '', undone: 'Undone', changed_since: 'Changed since' } as const

/** What an agent changed in files: a list, and the differences of the selected file. */
export function ChangesDialog({ agentId, scope: first }: ChangesDialogProps) {
  const { dialogs } = useStores()
  const name = useAgentName(agentId)
  const [scope, setScope] = useState<ChangeScope>(first)
  const [selected, setSelected] = useState<string | null>(null)
  const { list, failure, reload } = useChangeList(agentId, scope)
  const undo = useUndoChanges(agentId)
  const path = selected ?? list?.files[0]?.path ?? null
  const takeBack = async (choice: { paths?: readonly string[]; hunks?: readonly number[] }): Promise<void> => {
    if (await undo({ scope, ...choice })) reload()
  }
  return (
    <Dialog
      title={`Changes of “${name}”`}
      size="wide"
      initialFocus="layer"
      onClose={() => dialogs.setState({ dialog: { type: 'none' } })}
    >
      <div className={styles.body}>
        <div className={styles.buttons}>
          {first.type === 'agent' ? null : (
            <Button tone="quiet" onClick={() => setScope(scope.type === 'agent' ? first : { type: 'agent' })}>
              {scope.type === 'agent' ? 'Show this turn only' : 'Show all turns'}
            </Button>
          )}
          {list === null || list.files.length === 0 ? null : (
            <>
              <SavePatch agentId={agentId} scope={scope} paths={list.files.map((file) => file.path)} />
              <Button tone="quiet" onClick={() => void takeBack({})}>
                Undo all
              </Button>
            </>
          )}
          {path === null ? null : (
            <Button tone="quiet" onClick={() => void takeBack({ paths: [path] })}>
              Undo file
            </Button>
          )}
        </div>
        <FailureNote failure={failure} />
        {list === null ? null : <Notes list={list} />}
        <div className={styles.frame}>
          <FileList files={list?.files ?? []} selected={path} onSelect={setSelected} />
          <div className={styles.diff}>
            {path === null ? null : (
              <FileDiff
                agentId={agentId}
                scope={scope}
                path={path}
                onUndoHunk={(hunk) => void takeBack({ paths: [path], hunks: [hunk] })}
              />
            )}
          </div>
        </div>
        <ApplyPart agentId={agentId} />
      </div>
    </Dialog>
  )
}

function Notes({ list }: { list: ChangeList }) {
  return (
    <>
      {list.files.length === 0 ? <p className={styles.note}>No files changed.</p> : null}
      {list.shared ? (
        <p className={styles.note}>Other calls wrote in the folder at the same time; some changes may be theirs.</p>
      ) : null}
      {list.skipped.length === 0 ? null : (
        <p className={styles.note}>Not saved: {list.skipped.map(({ path }) => visibleText(path)).join(', ')}</p>
      )}
    </>
  )
}

interface FileListProps {
  readonly files: readonly ListedChange[]
  readonly selected: string | null
  readonly onSelect: (path: string) => void
}

function FileList({ files, selected, onSelect }: FileListProps) {
  return (
    <ul className={styles.files} aria-label="Changed files">
      {files.map((file) => (
        <li key={file.path}>
          <button
            type="button"
            className={styles.file}
            aria-current={file.path === selected}
            onClick={() => onSelect(file.path)}
          >
            <span title={file.status}>{LETTERS[file.status]}</span>
            <span className={styles.path}>{visibleText(file.path)}</span>
            <span className={styles.figures}>{fileNote(file)}</span>
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

/** Loads the list, and again on request. */
function useChangeList(agentId: AgentId, scope: ChangeScope) {
  const { changes } = useActions()
  const [list, setList] = useState<ChangeList | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [revision, setRevision] = useState(0)
  useEffect(() => {
    let isCurrent = true
    void changes.list(agentId, scope).then((loaded) => {
      if (!isCurrent) return
      if (loaded.ok) setList(loaded.value)
      setFailure(loaded.ok ? null : loaded.error.message)
    })
    return () => {
      isCurrent = false
    }
  }, [changes, agentId, scope, revision])
  return { list, failure, reload: () => setRevision((before) => before + 1) }
}
