import type { AgentId, EventId } from '../../shared/ids.ts'
import { useShowEvent } from '../hooks/use-show-event.ts'
import { texts } from '../text/texts.ts'
import styles from './event-jump.module.css'

const words = texts.inspector

/** The id of an event as a link to it in the agent's stream. */
export function EventJump({ agentId, eventId }: { agentId: AgentId; eventId: EventId }) {
  const showEvent = useShowEvent()
  return (
    <button
      type="button"
      className={styles.jump}
      title={words.showEvent}
      onClick={() => void showEvent(agentId, eventId)}
    >
      <span className="visually-hidden">{words.event}</span>#{eventId}
    </button>
  )
}
