import type { AgentEventOf } from '../../shared/agent-event.ts'
import { useActions } from '../hooks/app-context.ts'
import { useViews } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { texts } from '../text/texts.ts'
import { AnswerBlocks, answerBlocks } from './answer-blocks.tsx'
import styles from './answer-view.module.css'
import { useIsOfKilled } from './message-acts.ts'
import { isNewestEnd } from './newest-end.ts'
import { usePaneStream } from './pane-stream-context.ts'
import { costFacts } from './turn-costs.ts'

const words = texts.history.interrupted

/**
 * An answer that did not end. While it is the newest message of an agent that was not killed, the user can resume it or
 * remove it from the context.
 */
export function InterruptedView({ event }: { event: AgentEventOf<'interrupted'> }) {
  const { agentId, running, turnCosts } = usePaneStream()
  const isLast = useViews(({ views }) => isNewestEnd(views.get(agentId)?.events ?? [], event.id))
  const blocks = answerBlocks(event.content, event.data.blocks)
  const isKilled = useIsOfKilled(event)
  const isOpen = isLast && !running && !isKilled && event.agentId === agentId
  return (
    <div className={styles.answer}>
      <AnswerBlocks blocks={blocks} thinkingTokens={null} thinkingMs={null} />
      <div className={styles.interrupted} data-open={isOpen}>
        <span className={styles.interruptedText}>
          {[words[event.data.reason], ...costFacts(event, turnCosts)].join(' · ')}
        </span>
        {isOpen ? <Choices event={event} /> : null}
      </div>
    </div>
  )
}

function Choices({ event }: { event: AgentEventOf<'interrupted'> }) {
  const { agents } = useActions()
  return (
    <>
      <Button onClick={() => void agents.resume(event.agentId)}>{words.resume}</Button>
      <Button tone="quiet" onClick={() => void agents.discard(event.agentId, event.id)}>
        {words.discard}
      </Button>
    </>
  )
}
