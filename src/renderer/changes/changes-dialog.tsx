import { useState } from 'react'

import {
  type ChangeList,
  type ChangeScope,
  isChangeScope,
  type ReviewScope,
  type SkippedFile,
} from '../../shared/file-changes.ts'
import type { AgentId } from '../../shared/ids.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { Toasts } from '../hooks/toasts.tsx'
import { useAgentName } from '../hooks/use-agent.ts'
import { useStores } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { texts } from '../text/texts.ts'
import { ApplyPart } from './apply-part.tsx'
import { AllFilesButtons, FileButtons } from './change-buttons.tsx'
import { ChangedFileList } from './changed-file-list.tsx'
import styles from './changes.module.css'
import { FileHunks } from './file-diff.tsx'
import { HunkButtons } from './hunk-buttons.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentsList } from './comments-list.tsx'
import { ComparedNote } from './compared-note.tsx'
import { PublishPart } from './publish-part.tsx'
import { ReviewBase } from './review-base.tsx'
import { useChangeReview } from './use-change-review.ts'

const words = texts.changes

interface ChangesDialogProps {
  readonly agentId: AgentId
  readonly scope: ChangeScope
}

/** What an agent changed in files: a list, and the differences of the selected file. */
export function ChangesDialog({ agentId, scope: first }: ChangesDialogProps) {
  const { dialogs } = useStores()
  const name = useAgentName(agentId)
  const [scope, setScope] = useState<ReviewScope>(first)
  const review = useChangeReview(agentId, scope)
  const { list, files, file, path, loaded, reviews, takeBack, undoPart, openFile, comment } = review
  const canUndo = isChangeScope(scope)
  const belowHunk = (hunk: number) => (
    <>
      <HunkButtons
        isKept={reviews.isHunkKept(hunk)}
        onKeep={() => reviews.toggleHunk(hunk)}
        onComment={() => comment.begin(hunk)}
        onUndo={canUndo ? () => undoPart(hunk) : null}
      />
      {comment.open?.hunk === hunk ? (
        <CommentForm {...comment.open} onRange={comment.setRange} onSave={comment.save} onCancel={comment.cancel} />
      ) : null}
    </>
  )
  return (
    <Dialog
      title={words.title({ agent: name })}
      size="wide"
      initialFocus="marked"
      onClose={() => dialogs.setState({ dialog: { type: 'none' } })}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it handles the keys of its contents */}
      <div
        role="group"
        aria-label={words.label}
        className={styles.body}
        data-first-focus
        tabIndex={-1}
        onKeyDown={review.onKeyDown}
      >
        <div className={styles.buttons}>
          {first.type === 'agent' || !canUndo ? null : (
            <Button tone="quiet" onClick={() => setScope(scope.type === 'agent' ? first : { type: 'agent' })}>
              {scope.type === 'agent' ? words.thisTurn : words.allTurns}
            </Button>
          )}
          <AllFilesButtons
            agentId={agentId}
            scope={scope}
            files={files}
            onUndo={canUndo ? () => void takeBack({}) : null}
          />
          {file === null ? null : (
            <FileButtons
              isKept={reviews.isFileKept(file)}
              onKeep={reviews.toggleFile}
              onUndo={canUndo ? () => undoPart(null) : null}
              onOpen={() => void openFile()}
            />
          )}
        </div>
        <ReviewBase agentId={agentId} scope={scope} onChoose={(chosen) => setScope(chosen ?? first)} />
        <FailureNote failure={review.failure} />
        {list === null ? null : <Notes list={list} />}
        <div className={styles.frame}>
          <ChangedFileList files={files} selected={path} isKept={reviews.isFileKept} onSelect={review.onSelect} />
          <div className={styles.diff}>
            {path === null ? null : <FileHunks loaded={loaded} below={belowHunk} onPick={comment.pick} />}
          </div>
        </div>
        <CommentsList agentId={agentId} />
        <ApplyPart agentId={agentId} />
        <PublishPart agentId={agentId} onSendFailures={() => void review.sendFailures()} />
      </div>
      <Toasts />
    </Dialog>
  )
}

function SkippedNote({ files, say }: { files: readonly SkippedFile[]; say: (parts: { files: string }) => string }) {
  if (files.length === 0) return null
  const names = [...new Set(files.map(({ path }) => visibleText(path)))]
  return <p className={styles.note}>{say({ files: names.join(', ') })}</p>
}

function Notes({ list }: { list: ChangeList }) {
  return (
    <>
      {list.compared === undefined ? null : <ComparedNote compared={list.compared} />}
      {list.files.length === 0 && list.unrecorded.length === 0 ? <p className={styles.note}>{words.none}</p> : null}
      {list.unrecorded.map((reason) => (
        <p key={reason} className={styles.note}>
          {words.unrecorded({ reason: visibleText(reason) })}
        </p>
      ))}
      {list.files.some(({ unsure }) => unsure === true) ? <p className={styles.note}>{words.unsureNote}</p> : null}
      {list.shared ? <p className={styles.note}>{words.shared}</p> : null}
      <SkippedNote files={list.skipped.filter(({ reason }) => reason !== 'protected')} say={words.notSaved} />
      <SkippedNote files={list.skipped.filter(({ reason }) => reason === 'protected')} say={words.neverSaved} />
    </>
  )
}
