import { useEffect, useState } from 'react'

import type { FileConflict } from '../../shared/app-error.ts'
import type { ChangeScope, ChangeList, ReviewScope, SinceChange } from '../../shared/file-changes.ts'
import { type AgentId, shortAgentId } from '../../shared/ids.ts'
import { hunkText } from '../../shared/patch-text.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useStores, useActions } from '../hooks/app-context.ts'
import { Toasts } from '../hooks/toasts.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { DiffView } from '../parts/diff-view.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { formatSize } from '../parts/format-figures.ts'
import type { OpenDialog, UndoChoice } from '../store/dialog-store.ts'
import { texts } from '../text/texts.ts'
import formStyles from '../parts/dialog-form.module.css'
import styles from './changes.module.css'
import { FileHunks } from './file-diff.tsx'
import { undoConflicts } from './undo-conflicts.ts'
import { useFileChange } from './use-file-change.ts'
import { useUndoChanges } from './use-undo.ts'

const words = texts.changes.conflict

interface ConflictDialogProps {
  readonly agentId: AgentId
  readonly choice: UndoChoice
  readonly conflicts: readonly FileConflict[]
  readonly back: OpenDialog
}

/** Files in which others changed the lines of a change that was to be taken back. Nothing has been written when it opens. */
export function ConflictDialog({ agentId, choice, conflicts, back }: ConflictDialogProps) {
  const { dialogs } = useStores()
  const { list, failure, revision, reload } = useChangeList(agentId, choice.scope)
  const undo = useUndoChanges(agentId, reload)
  const { changed, others } = undoConflicts(list?.files ?? [], choice.paths, conflicts)
  const close = (): void => dialogs.setState({ dialog: back })

  async function keep(): Promise<void> {
    if (others.length === 0 || (await undo({ ...choice, paths: others }))) close()
  }

  return (
    <Dialog
      title={words.title({
        files: Math.max(1, changed.length),
        isSince: conflicts.every(({ when }) => when === 'since'),
      })}
      size="wide"
      initialFocus="marked"
      onClose={close}
    >
      <div className={styles.body}>
        <p className={styles.note}>{words.about}</p>
        <FailureNote failure={failure} />
        <div className={styles.diff}>
          {changed.map(({ path, when, agent }) => (
            <ChangedSince
              key={path}
              {...{ agentId, path, revision, scope: choice.scope }}
              reason={words.by({ when, agent: agent === null ? null : (agent.name ?? shortAgentId(agent.id)) })}
              onUndo={(hunk) => void undo({ scope: choice.scope, paths: [path], hunks: [hunk] })}
            />
          ))}
        </div>
        <div className={formStyles.buttons}>
          <Button tone="quiet" onClick={close}>
            {texts.common.cancel}
          </Button>
          <Button tone="primary" data-first-focus onClick={() => void keep()}>
            {others.length === 0 ? words.keep : words.keepOthers({ others: others.length })}
          </Button>
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
  /** Who changed it, and when. */
  readonly reason: string
  onUndo(hunk: number): void
}

/** The agent's change of a file, and what happened to the file after it. */
function ChangedSince({ onUndo, reason, ...request }: ChangedSinceProps) {
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
      <p className={styles.note}>{reason}</p>
      <p className={styles.note}>{words.change}</p>
      <FileHunks loaded={loaded} below={part} />
      {loaded.change?.since === undefined ? null : <SinceDiff path={request.path} since={loaded.change.since} />}
    </section>
  )
}

/** Loads the list, and again on request. */
function useChangeList(agentId: AgentId, scope: ReviewScope) {
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

/** What happened to a file after an agent's change. */
function SinceDiff({ path, since: { hunks, size } }: { readonly path: string; readonly since: SinceChange }) {
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
