import { useRef, useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { type PlacedComment, type ReviewComment, reviewPrompt } from '../../shared/review-comments.ts'
import { agentName } from '../store/agent-name.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useReviewState, useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { type WrittenComment, withoutComments } from '../store/review-store.ts'
import { texts } from '../text/texts.ts'
import { AgentLeaf } from './agent-leaf.tsx'
import styles from './review.module.css'

const words = texts.changes.comments

interface CommentsFootProps {
  /** The agents of the review. Comments for others are not shown. */
  readonly agents: readonly AgentId[]
}

/** The comments that were not sent yet, a line for each agent that they are for. */
export function CommentsFoot({ agents }: CommentsFootProps) {
  const all = useReviewState((state) => state.comments)
  const groups = Map.groupBy(
    all.filter(({ agentId }) => agents.includes(agentId)),
    ({ agentId, unsure }) => (unsure === true ? '' : agentId),
  )
  return [...groups].map(([agentId, comments]) => (
    <FootLine key={agentId} agentId={agentId === '' ? null : agentId} comments={comments} agents={agents} />
  ))
}

interface FootLineProps extends CommentsFootProps {
  /** Null: it is not certain whose the lines are, so the user chooses. */
  readonly agentId: AgentId | null
  readonly comments: readonly WrittenComment[]
}

function FootLine({ agentId, comments, agents }: FootLineProps) {
  const { changes } = useActions()
  const { drafts, reviews, toasts } = useStores()
  const [chosen, choose] = useState<AgentId>('')
  const [failure, setFailure] = useState<string | null>(null)
  const nameOf = useNames()
  const receiver = agentId ?? chosen
  const box = useRef<HTMLDivElement>(null)

  function done(): void {
    // The line goes with its buttons, one of which has the focus.
    box.current?.closest<HTMLElement>('[data-landmark]')?.focus({ preventScroll: true })
    const ids = comments.map(({ id }) => id)
    reviews.setState((state) => withoutComments(state, ids))
  }

  async function send(): Promise<void> {
    const sent = await changes.comment(receiver, comments.map(sentComment))
    setFailure(sent.ok ? null : sent.error.message)
    if (!sent.ok) return
    done()
    toasts.show(words.sent)
  }

  function addToPrompt(): void {
    const placed = comments.map(writtenPlace)
    const { text } = drafts.draftOf(receiver)
    drafts.type(receiver, [text, reviewPrompt(placed)].filter((part) => part !== '').join('\n\n'), true)
    done()
    toasts.show(words.added({ agent: nameOf(receiver) }))
  }

  return (
    <div ref={box} role="group" aria-label={words.label} className={styles.foot}>
      {agentId === null ? null : <AgentLeaf agentId={agentId} />}
      <b>{words.count({ comments: comments.length })}</b>
      {agentId === null ? (
        <label className={styles.quiet}>
          {words.toWhom}{' '}
          <select value={chosen} onChange={(change) => choose(change.target.value)}>
            <option value="">{words.choose}</option>
            {agents.map((id) => (
              <option key={id} value={id}>
                {nameOf(id)}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <span className={styles.quiet}>{words.for({ agent: nameOf(agentId) })}</span>
      )}
      <FailureNote failure={failure} />
      <span className={styles.space} />
      <Button disabled={receiver === ''} onClick={addToPrompt}>
        {words.addToPrompt}
      </Button>
      <Button
        tone="primary"
        disabled={receiver === ''}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        data-send-comments
        onClick={() => void send()}
      >
        {words.send({ comments: comments.length })}
      </Button>
    </div>
  )
}

function useNames(): (id: AgentId) => string {
  const agents = useTree((state) => state.agents)
  return (id) => agentName(agents.get(id) ?? { id, name: '' })
}

/** The comment at the lines that the user saw. */
function writtenPlace(comment: WrittenComment): PlacedComment {
  const { line, endLine, quote, side } = comment
  return { comment: sentComment(comment), state: side === 'old' ? 'old' : 'as_seen', line, endLine, quote }
}

function sentComment({ path, line, endLine, side, quote, text }: WrittenComment): ReviewComment {
  const seen = quote.length === 0 ? {} : { quote }
  return { path, line, endLine, text, ...seen, ...(side !== undefined && { side }) }
}
