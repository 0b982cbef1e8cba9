import { useRef } from 'react'

import { visibleText } from '../../shared/visible-text.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { useStores } from '../hooks/app-context.ts'
import { useReviewState } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { type WrittenComment, withoutComments } from '../store/review-store.ts'
import { texts } from '../text/texts.ts'
import { CommentForm } from './comment-form.tsx'
import styles from './diff.module.css'
import { boundsOf } from './hunk-lines.ts'
import type { ReviewedFile } from './file-groups.ts'
import type { ChangeHunk } from '../../shared/file-changes.ts'
import type { useCommentDraft } from './use-comment-draft.ts'

const words = texts.changes.comments

interface HunkCommentsProps {
  readonly file: ReviewedFile
  readonly hunk: ChangeHunk
  readonly index: number
  readonly draft: ReturnType<typeof useCommentDraft>
}

/** The comments on lines of a part, and the one that is being written. */
export function HunkComments({ file, hunk, index, draft }: HunkCommentsProps) {
  const all = useReviewState((state) => state.comments)
  const written = all.filter((comment) => comment.path === file.file.path && isIn(hunk, comment))
  const { open } = draft
  const form = useRef<HTMLDivElement>(null)
  /** The form goes: its focus goes to the part, whose keys work on. */
  const focusPart = (): void => form.current?.closest<HTMLElement>('[data-hunk]')?.focus()
  return (
    <>
      {written
        .filter(({ id }) => id !== open?.edited?.id)
        .map((comment) => (
          <CommentBox key={comment.id} comment={comment} onEdit={() => draft.edit(index, comment)} />
        ))}
      {open?.hunk === index ? (
        <div ref={form} className={styles.comment}>
          <CommentForm
            key={open.edited?.id ?? 'new'}
            range={open.range}
            bounds={open.bounds}
            {...(open.edited !== undefined && { written: open.edited.text })}
            onRange={draft.setRange}
            onSave={(text) => {
              focusPart()
              draft.save(text)
            }}
            onCancel={() => {
              focusPart()
              draft.cancel()
            }}
          />
        </div>
      ) : null}
    </>
  )
}

function isIn(hunk: ChangeHunk, { line, side }: WrittenComment): boolean {
  const bounds = boundsOf(hunk, side ?? 'new')
  return bounds !== null && line >= bounds.min && line <= bounds.max
}

interface CommentBoxProps {
  readonly comment: WrittenComment
  onEdit(): void
}

function CommentBox({ comment, onEdit }: CommentBoxProps) {
  const { reviews } = useStores()
  const agent = useAgentName(comment.agentId)
  const { path, line, endLine, text, side, unsure } = comment
  const place = placeText(comment)
  return (
    <div className={styles.comment} role="article" aria-label={words.on({ place: `${visibleText(path)}:${place}` })}>
      <p>{visibleText(text)}</p>
      <div className={styles.commentFoot}>
        <span>{words.yours({ line, endLine, isOld: side === 'old', agent: unsure === true ? null : agent })}</span>
        <span className={styles.space} />
        <Button tone="quiet" onClick={onEdit}>
          {words.edit}
        </Button>
        <Button
          tone="quiet"
          aria-label={words.removeOf({ place: `${visibleText(path)}:${place}` })}
          onClick={({ currentTarget }) => {
            currentTarget.closest<HTMLElement>('[data-hunk]')?.focus()
            reviews.setState((state) => withoutComments(state, [comment.id]))
          }}
        >
          {words.remove}
        </Button>
      </div>
    </div>
  )
}

function placeText({ line, endLine }: WrittenComment): string {
  return endLine === line ? `${line}` : `${line}-${endLine}`
}
