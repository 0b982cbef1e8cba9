import { useEffect, useRef, useState } from 'react'

import { isChangeScope, isCertain, type ReviewScope, type ChangeHunk } from '../../shared/file-changes.ts'
import { patchText } from '../../shared/patch-text.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useStores } from '../hooks/app-context.ts'
import { promptElement } from '../hooks/prompt-id.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { useWindowWithin } from '../hooks/use-window-width.ts'
import { FailureNote } from '../parts/failure-note.tsx'
import viewStyles from '../parts/window-view.module.css'
import type { ReviewSubject } from '../store/window-view-store.ts'
import { texts } from '../text/texts.ts'
import { ApplyPart } from './apply-part.tsx'
import { codeLanguage } from './code-language.ts'
import { CommentsFoot } from './comments-foot.tsx'
import { FileHead } from './file-head.tsx'
import type { AgentChanges } from './file-groups.ts'
import { lastPart } from './folder-agents.ts'
import { HunkComments } from './hunk-comments.tsx'
import { HunkView } from './hunk-view.tsx'
import { hunkWriter } from './hunk-writer.ts'
import { ScrolledView } from './near-view.tsx'
import { PublishPart } from './publish-part.tsx'
import { ReviewBase } from './review-base.tsx'
import { ReviewHeader, type ReviewPanel } from './review-header.tsx'
import { reviewKeys } from './review-keys.ts'
import { ReviewNotes } from './review-notes.tsx'
import { ReviewedFiles } from './reviewed-files.tsx'
import { SavePatch } from './save-patch.tsx'
import styles from './review.module.css'
import { useReview } from './use-review.ts'
import { Ellipsis } from 'lucide-react'

import diffStyles from './diff.module.css'

const words = texts.changes

/** What stands under the files, in the order of use. */
const KEY_LINE = [
  { keys: ['J', 'K'], does: 'fileKeys' },
  { keys: ['N', 'P'], does: 'partKeys' },
  { keys: ['C'], does: 'commentKey' },
] as const

/** Too narrow for two columns of code beside the list of files, rem. */
const NARROW = 62

/** What agents changed in files, in place of the panes: the files by whose they are, and the differences of one. */
export function ChangesView({ subject }: { readonly subject: ReviewSubject }) {
  const { layout, windowView } = useStores()
  const [compared, setCompared] = useState<ReviewScope | null>(null)
  const [panel, setPanel] = useState<ReviewPanel>('none')
  const review = useReview(subject, compared)
  const isNarrow = useWindowWithin(NARROW)
  const view = useRef<HTMLElement>(null)
  const title = useTitle(subject, review.list?.folder ?? null)
  useEffect(() => view.current?.focus(), [])
  // When what had the focus has gone, keys go on working.
  useEffect(() => {
    if (document.activeElement === document.body) view.current?.focus({ preventScroll: true })
  })

  function leave(): void {
    windowView.showPanes()
    const { focused } = layout.getState()
    // Once the panes are there again.
    requestAnimationFrame(() => promptElement(focused)?.focus())
  }

  const { files, file, reviews, comment } = review
  const onKey = reviewKeys({
    files: files.map(({ key }) => key),
    selected: file?.key ?? null,
    onSelect: review.onSelect,
    onKeep: (hunk) => (hunk !== null ? reviews.toggleHunk(hunk) : file === null ? undefined : reviews.toggleFile(file)),
    onUndo: review.undoPart,
    onOpen: () => void review.openFile(),
    onComment: comment.begin,
    onReviewed: () => (file === null ? undefined : reviews.toggleFile(file)),
    onLayout: review.toggleLayout,
    onWrap: review.toggleWrap,
    onSendFailures: () => void review.sendFailures(),
    onLeave: leave,
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it handles the keys of its contents
    <section ref={view} className={viewStyles.view} aria-label={title} data-landmark tabIndex={-1} onKeyDown={onKey}>
      <ReviewHeader
        title={title}
        subject={subject}
        review={review}
        compared={compared}
        panel={panel}
        isNarrow={isNarrow}
        onCompared={setCompared}
        onPanel={setPanel}
        onLeave={leave}
      />
      {panel === 'none' ? null : (
        <div className={styles.panel}>
          {panel === 'base' ? (
            <ReviewBase agentId={subject.agentId} compared={compared} onChoose={setCompared} />
          ) : (
            <>
              <PatchButton review={review} />
              <ApplyPart agentId={subject.agentId} />
              <PublishPart agentId={subject.agentId} onSendFailures={() => void review.sendFailures()} />
            </>
          )}
        </div>
      )}
      <FailureNote failure={review.failure} />
      <div className={styles.body}>
        <nav className={styles.side} aria-label={words.files}>
          <ReviewedFiles
            groups={review.groups}
            selected={file?.key ?? null}
            isKept={reviews.isFileKept}
            onKeep={reviews.toggleFile}
            onSelect={review.onSelect}
          />
          {review.all === null ? null : <ReviewNotes lists={review.all.map(({ list }) => list)} />}
          <KeyLine />
        </nav>
        <div className={styles.main}>
          <SelectedFile review={review} isUnified={isNarrow || review.isUnified} />
          <CommentsFoot agents={(review.all ?? []).map(({ agentId }) => agentId)} />
        </div>
      </div>
    </section>
  )
}

function useTitle(subject: ReviewSubject, folder: string | null): string {
  const agent = useAgentName(subject.agentId)
  return subject.type === 'agent' || folder === null
    ? words.title({ agent })
    : words.view.title({ folder: visibleText(lastPart(folder)) })
}

interface ReviewProps {
  readonly review: ReturnType<typeof useReview>
}

/** Saves what the agent of the selected file changed for certain. */
function PatchButton({ review: { list, file } }: ReviewProps) {
  const paths = list?.files.filter(isCertain).map(({ path }) => path) ?? []
  if (file === null || paths.length === 0) return null
  return <SavePatch agentId={file.agentId} scope={file.scope} paths={paths} />
}

/** Nothing beside the notes where changes were made that no list has. */
function nothingText(all: readonly AgentChanges[]): string {
  return all.some(({ list }) => list.unrecorded.length > 0) ? '' : `${words.none} ${words.notLookedAt}`
}

/** The differences of the selected file. */
function SelectedFile({ review, isUnified }: ReviewProps & { readonly isUnified: boolean }) {
  const { file, loaded, blamed, reviews, comment, isWrapped, undoPart } = review
  if (file === null) {
    return <p className={styles.empty}>{review.all === null ? texts.common.loading : nothingText(review.all)}</p>
  }
  const { path } = file.file
  const hunks = loaded.change?.hunks ?? []
  const canUndo = isChangeScope(file.scope) && file.file.outside !== true
  return (
    <>
      <FileHead
        file={file.file}
        isKept={reviews.isFileKept(file)}
        onKeep={() => reviews.toggleFile(file)}
        onUndo={canUndo ? () => undoPart(null) : null}
        onOpen={() => void review.openFile()}
      />
      <ScrolledView key={file.key} className={styles.diff} label={words.view.differences}>
        <FailureNote failure={loaded.failure} />
        {loaded.change === null ? null : loaded.change.hunks === null ? (
          <p className={styles.empty}>{visibleText(patchText(loaded.change))}</p>
        ) : (
          hunks.map((hunk, index) => (
            <div key={index}>
              <UnchangedLines before={hunks[index - 1] ?? null} after={hunk} />
              <HunkView
                hunk={hunk}
                index={index}
                count={hunks.length}
                path={path}
                language={codeLanguage(path)}
                agentId={file.agentId}
                writer={hunkWriter(hunk, file.file, blamed)}
                options={{ isUnified, isWrapped }}
                isKept={reviews.isHunkKept(index)}
                onKeep={() => reviews.toggleHunk(index)}
                onUndo={canUndo ? () => undoPart(index) : null}
                onComment={() => comment.begin(index)}
                onPick={(line, more) => comment.pick(index, line, more)}
              >
                <HunkComments file={file} hunk={hunk} index={index} draft={comment} />
              </HunkView>
            </div>
          ))
        )}
      </ScrolledView>
    </>
  )
}

interface UnchangedLinesProps {
  /** Null: the beginning of the file. */
  readonly before: ChangeHunk | null
  readonly after: ChangeHunk
}

/** Says how many lines between two parts are the same. Nothing if there are none. */
function UnchangedLines({ before, after }: UnchangedLinesProps) {
  const from = before === null ? 1 : before.newStart + before.newLines
  const lines = after.newStart - from
  if (lines <= 0) return null
  return (
    <p className={diffStyles.fold}>
      <Ellipsis aria-hidden />
      {texts.changes.view.unchanged({ lines })}
    </p>
  )
}

function KeyLine() {
  return (
    <p className={styles.keys}>
      {KEY_LINE.map(({ keys, does }) => (
        <span key={does}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {words.view[does]}
        </span>
      ))}
    </p>
  )
}
