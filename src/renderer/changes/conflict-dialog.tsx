import type { ChangeScope } from '../../shared/file-changes.ts'
import type { AgentId } from '../../shared/ids.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useStores } from '../hooks/app-context.ts'
import { Toasts } from '../hooks/toasts.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import type { OpenDialog, UndoChoice } from '../store/dialog-store.ts'
import { texts } from '../text/texts.ts'
import styles from './changes.module.css'
import { FileHunks } from './file-diff.tsx'
import { SinceDiff } from './since-diff.tsx'
import { undoConflicts } from './undo-conflicts.ts'
import { useChangeList } from './use-change-list.ts'
import { useFileChange } from './use-file-change.ts'
import { useUndoChanges } from './use-undo.ts'

const words = texts.changes.conflict

interface ConflictDialogProps {
  readonly agentId: AgentId
  readonly choice: UndoChoice
  readonly back: OpenDialog
}

/** Files that changed after a change that was to be taken back. Nothing has been written when it opens. */
export function ConflictDialog({ agentId, choice, back }: ConflictDialogProps) {
  const { dialogs } = useStores()
  const { list, failure, revision, reload } = useChangeList(agentId, choice.scope)
  const undo = useUndoChanges(agentId, reload)
  const { changed, others } = undoConflicts(list?.files ?? [], choice.paths)
  const close = (): void => dialogs.setState({ dialog: back })

  async function keep(): Promise<void> {
    if (others.length === 0 || (await undo({ ...choice, paths: others }))) close()
  }

  return (
    <Dialog
      title={words.title({ files: Math.max(1, changed.length) })}
      size="wide"
      initialFocus="marked"
      onClose={close}
    >
      <div className={styles.body}>
        <p className={styles.note}>{words.about}</p>
        <FailureNote failure={failure} />
        <div className={styles.diff}>
          {changed.map((path) => (
            <ChangedSince
              key={path}
              {...{ agentId, path, revision, scope: choice.scope }}
              onUndo={(hunk) => void undo({ scope: choice.scope, paths: [path], hunks: [hunk] })}
            />
          ))}
        </div>
        <div className={styles.buttons}>
          <Button tone="primary" data-first-focus onClick={() => void keep()}>
            {others.length === 0 ? words.keep : words.keepOthers({ others: others.length })}
          </Button>
          <Button onClick={close}>{texts.common.cancel}</Button>
        </div>
      </div>
      <Toasts />
    </Dialog>
  )
}

interface ChangedSinceProps {
  readonly agentId: AgentId
  readonly scope: ChangeScope
  readonly path: string
  readonly revision: number
  onUndo(hunk: number): void
}

/** The agent's change of a file, and what happened to the file after it. */
function ChangedSince({ onUndo, ...request }: ChangedSinceProps) {
  const loaded = useFileChange(request)
  const part = (hunk: number) => (
    <Button tone="quiet" onClick={() => onUndo(hunk)}>
      {words.undoPart}
    </Button>
  )
  const name = visibleText(request.path, 'shown')
  return (
    <section className={styles.hunk} aria-label={name}>
      <h3 className={styles.path}>{name}</h3>
      <p className={styles.note}>{words.change}</p>
      <FileHunks loaded={loaded} below={part} />
      {loaded.change?.since === undefined ? null : <SinceDiff path={request.path} since={loaded.change.since} />}
    </section>
  )
}
