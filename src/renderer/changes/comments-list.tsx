import { useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import type { ReviewComment } from '../../shared/review-comments.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useReviewState } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { type WrittenComment, withoutComments } from '../store/review-store.ts'
import { texts } from '../text/texts.ts'
import styles from './changes.module.css'

const words = texts.changes.comments

/** The comments that were written for an agent and not sent yet. All of them are sent as one prompt. */
export function CommentsList({ agentId }: { readonly agentId: AgentId }) {
  const { changes } = useActions()
  const { reviews, toasts } = useStores()
  const all = useReviewState((state) => state.comments)
  const [failure, setFailure] = useState<string | null>(null)
  const comments = all.filter((comment) => comment.agentId === agentId)
  if (comments.length === 0) return null
  const remove = (ids: readonly string[]): void => reviews.setState((state) => withoutComments(state, ids))

  async function send(): Promise<void> {
    const sent = await changes.comment(agentId, comments.map(sentComment))
    setFailure(sent.ok ? null : sent.error.message)
    if (!sent.ok) return
    remove(comments.map(({ id }) => id))
    toasts.show(words.sent)
  }

  return (
    <div role="group" aria-label={words.label} className={styles.publish}>
      <ul className={styles.comments} aria-label={words.list}>
        {comments.map((comment) => (
          <li key={comment.id}>
            <code>{placeText(comment)}</code>
            <span className={styles.path}>{visibleText(comment.text)}</span>
            <Button
              tone="quiet"
              aria-label={words.removeOf({ place: placeText(comment) })}
              onClick={() => remove([comment.id])}
            >
              {words.remove}
            </Button>
          </li>
        ))}
      </ul>
      <FailureNote failure={failure} />
      <div className={styles.buttons}>
        <Button tone="primary" onClick={() => void send()}>
          {words.send({ comments: comments.length })}
        </Button>
      </div>
    </div>
  )
}

function placeText({ path, line, endLine }: WrittenComment): string {
  return `${visibleText(path)}:${line}${endLine === line ? '' : `-${endLine}`}`
}

function sentComment({ path, line, endLine, side, quote, text }: WrittenComment): ReviewComment {
  const seen = quote.length === 0 ? {} : { quote }
  return { path, line, endLine, text, ...seen, ...(side !== undefined && { side }) }
}
