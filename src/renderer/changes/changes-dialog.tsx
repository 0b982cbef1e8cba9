import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'

import type { ChangeList, ChangeScope } from '../../shared/file-changes.ts'
import type { AgentId } from '../../shared/ids.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { ApplyPart } from './apply-part.tsx'
import { ChangedFileList } from './changed-file-list.tsx'
import styles from './changes.module.css'
import { FileHunks } from './file-diff.tsx'
import { HunkButtons } from './hunk-buttons.tsx'
import { reviewKeys } from './review-keys.ts'
import { SavePatch } from './save-patch.tsx'
import { useFileChange } from './use-file-change.ts'
import { useReviews } from './use-reviews.ts'
import { useUndoChanges } from './use-undo.ts'

interface ChangesDialogProps {
  readonly agentId: AgentId
  readonly scope: ChangeScope
}

/** What an agent changed in files: a list, and the differences of the selected file. */
export function ChangesDialog({ agentId, scope: first }: ChangesDialogProps) {
  const { dialogs, toasts } = useStores()
  const { folders } = useActions()
  const name = useAgentName(agentId)
  const [scope, setScope] = useState<ChangeScope>(first)
  const [selected, setSelected] = useState<string | null>(null)
  const { list, failure, revision, reload } = useChangeList(agentId, scope)
  const undo = useUndoChanges(agentId)
  const file = list?.files.find(({ path }) => path === selected) ?? list?.files[0] ?? null
  const path = file?.path ?? null
  const loaded = useFileChange({ agentId, scope, path, revision })
  const reviews = useReviews(agentId, file, loaded.change)
  const takeBack = async (choice: { paths?: readonly string[]; hunks?: readonly number[] }): Promise<void> => {
    if (await undo({ scope, ...choice })) reload()
  }
  const undoPart = (hunk: number | null): void => {
    if (path !== null) void takeBack({ paths: [path], ...(hunk !== null && { hunks: [hunk] }) })
  }
  const openFile = async (): Promise<void> => {
    const refused = path === null ? null : await folders.openInEditor(agentId, path)
    if (refused !== null) toasts.show(refused)
  }
  const onKeyDown = reviewKeys({
    paths: list?.files.map((each) => each.path) ?? [],
    selected: path,
    onSelect: setSelected,
    onKeep: (hunk) => (hunk === null ? reviews.toggleFile() : reviews.toggleHunk(hunk)),
    onUndo: undoPart,
    onOpen: () => void openFile(),
  })
  return (
    <Dialog
      title={`Changes of “${name}”`}
      size="wide"
      initialFocus="marked"
      onClose={() => dialogs.setState({ dialog: { type: 'none' } })}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it handles the keys of its contents */}
      <div
        role="group"
        aria-label="Changes"
        className={styles.body}
        data-first-focus
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        <div className={styles.buttons}>
          {first.type === 'agent' ? null : (
            <Button tone="quiet" onClick={() => setScope(scope.type === 'agent' ? first : { type: 'agent' })}>
              {scope.type === 'agent' ? 'Show this turn only' : 'Show all turns'}
            </Button>
          )}
          {list === null || list.files.length === 0 ? null : (
            <>
              <SavePatch agentId={agentId} scope={scope} paths={list.files.map((each) => each.path)} />
              <Button tone="quiet" onClick={() => void takeBack({})}>
                Undo all
              </Button>
            </>
          )}
          {file === null ? null : (
            <>
              <Button tone="quiet" aria-pressed={reviews.isFileKept(file)} onClick={reviews.toggleFile}>
                {reviews.isFileKept(file) ? <Check /> : null}
                Keep file
              </Button>
              <Button tone="quiet" onClick={() => undoPart(null)}>
                Undo file
              </Button>
              <Button tone="quiet" onClick={() => void openFile()}>
                Open in editor
              </Button>
            </>
          )}
        </div>
        <FailureNote failure={failure} />
        {list === null ? null : <Notes list={list} />}
        <div className={styles.frame}>
          <ChangedFileList
            files={list?.files ?? []}
            selected={path}
            isKept={reviews.isFileKept}
            onSelect={setSelected}
          />
          <div className={styles.diff}>
            {path === null ? null : (
              <FileHunks
                loaded={loaded}
                below={(hunk) => (
                  <HunkButtons
                    isKept={reviews.isHunkKept(hunk)}
                    onKeep={() => reviews.toggleHunk(hunk)}
                    onUndo={() => undoPart(hunk)}
                  />
                )}
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
  return { list, failure, revision, reload: () => setRevision((before) => before + 1) }
}
