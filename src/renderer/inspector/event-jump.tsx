import type { AgentId, EventId } from '../../shared/ids.ts'
import { useShowEvent } from '../hooks/use-show-event.ts'
import styles from './event-jump.module.css'

/** The id of an event as a link to it in the agent's stream. */
export function EventJump({ agentId, eventId }: { agentId: AgentId; eventId: EventId }) {
  const showEvent = useShowEvent()
  return (
    <button
      type="button"
      className={styles.jump}
      title="Show in conversation"
      onClick={() => void showEvent(agentId, eventId)}
    >
      <span className="visually-hidden">Show event </span>#{eventId}
    </button>
  )
}
