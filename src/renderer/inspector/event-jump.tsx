import type { AgentId, EventId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import styles from './event-jump.module.css'

/** The id of an event as a link to it in the agent's stream. */
export function EventJump({ agentId, eventId }: { agentId: AgentId; eventId: EventId }) {
  const { views } = useStores()
  const { log } = useActions()

  async function jump(): Promise<void> {
    await log.loadBackTo(agentId, eventId)
    // The loaded events are rendered in the next frame.
    requestAnimationFrame(() => requestAnimationFrame(() => showEvent(agentId, eventId, drawnBy)))
  }

  /**
   * Returns the event that is rendered for the given one: an event without a view of its own is represented by the
   * nearest one before it.
   */
  function drawnBy(id: EventId): EventId | null {
    const events = views.getState().views.get(agentId)?.events ?? []
    return events.findLast((event) => event.id < id)?.id ?? null
  }

  return (
    <button type="button" className={styles.jump} title="Show in conversation" onClick={() => void jump()}>
      <span className="visually-hidden">Show event </span>#{eventId}
    </button>
  )
}

const MARKED_MS = 1600

function showEvent(agentId: AgentId, eventId: EventId, before: (id: EventId) => EventId | null): void {
  const stream = document.querySelector(`[data-agent-stream="${CSS.escape(agentId)}"]`)
  for (let id: EventId | null = eventId; id !== null && stream !== null; id = before(id)) {
    const shown = stream.querySelector<HTMLElement>(`[data-event="${id}"]`)
    if (shown === null) continue
    shown.closest('details')?.setAttribute('open', '')
    // The element of the event has no box, only its children.
    shown.firstElementChild?.scrollIntoView({ block: 'center' })
    shown.dataset['shown'] = ''
    setTimeout(() => delete shown.dataset['shown'], MARKED_MS)
    return
  }
}
