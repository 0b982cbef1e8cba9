import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'

import { visibleText } from '../../shared/visible-text.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { useStores } from '../hooks/app-context.ts'
import { useReviewState } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { focusOnMount } from '../parts/focus-on-mount.ts'
import formStyles from '../parts/form.module.css'
import { type WrittenComment, withoutComments } from '../store/review-store.ts'
import { texts } from '../text/texts.ts'
import changesStyles from './changes.module.css'
import styles from './diff.module.css'
import { boundsOf, type LineRange } from './hunk-lines.ts'
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

interface CommentFormProps {
  /** The text of a comment that is changed. Missing: it is a new one. */
  readonly written?: string
  readonly range: LineRange
  readonly bounds: { readonly min: number; readonly max: number }
  onRange(range: LineRange): void
  onSave(text: string): void
  onCancel(): void
}

/** A comment on lines of a part. */
function CommentForm({ written = '', range, bounds, onRange, onSave, onCancel }: CommentFormProps) {
  const [text, setText] = useState(written)
  const isComplete = text.trim() !== ''

  function save(form: FormEvent): void {
    form.preventDefault()
    if (isComplete) onSave(text.trim())
  }

  function onKeyDown(pressed: KeyboardEvent): void {
    if (pressed.key === 'Escape') {
      // It leaves the comment, not the view.
      pressed.preventDefault()
      pressed.stopPropagation()
      onCancel()
    }
    if (pressed.key === 'Enter' && (pressed.ctrlKey || pressed.metaKey) && isComplete) {
      // The same keys send the comments that are written.
      pressed.preventDefault()
      pressed.stopPropagation()
      onSave(text.trim())
    }
  }

  const number = (label: string, value: number, change: (to: number) => LineRange) => (
    <label>
      {label}
      <input
        type="number"
        className={formStyles.field}
        value={value}
        min={bounds.min}
        max={bounds.max}
        onChange={(changed) => {
          const to = changed.target.valueAsNumber
          if (Number.isInteger(to) && to >= bounds.min && to <= bounds.max) onRange(change(to))
        }}
      />
    </label>
  )
  return (
    <form className={changesStyles.request} aria-label={words.form} onSubmit={save}>
      <div className={changesStyles.base}>
        {number(words.from, range.first, (first) => ({ ...range, first, last: Math.max(first, range.last) }))}
        {number(words.to, range.last, (last) => ({ ...range, last, first: Math.min(last, range.first) }))}
        {range.side === 'old' ? <span className={changesStyles.note}>{words.removed}</span> : null}
      </div>
      <label className={changesStyles.message}>
        {words.text}
        <textarea
          ref={focusOnMount}
          value={text}
          rows={2}
          maxLength={10_000}
          onKeyDown={onKeyDown}
          onChange={(change) => setText(change.target.value)}
        />
      </label>
      <div className={changesStyles.buttons}>
        <Button type="submit" disabled={!isComplete}>
          {words.add}
        </Button>
        <Button tone="quiet" onClick={onCancel}>
          {texts.common.cancel}
        </Button>
      </div>
    </form>
  )
}
