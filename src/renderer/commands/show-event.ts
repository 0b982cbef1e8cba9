import type { AgentId, EventId } from '../../shared/ids.ts'
import type { AppModel } from '../app/app-model.ts'
import { DRAWER_REM, isWindowWithin } from '../store/window-width.ts'

/** Loads an event of an agent's stream, scrolls to it and marks it for a moment. Ends when it has scrolled. */
export async function showEvent(
  { stores: { views, inspector }, actions: { log } }: AppModel,
  agentId: AgentId,
  eventId: EventId,
): Promise<void> {
  // In a narrow window, it covers the stream.
  if (isWindowWithin(DRAWER_REM)) inspector.setState({ open: false })
  await log.loadBackTo(agentId, eventId)
  /** An event without a view of its own is represented by the nearest one before it. */
  const drawnBy = (id: EventId): EventId | null => {
    const events = views.getState().views.get(agentId)?.events ?? []
    return events.findLast((event) => event.id < id)?.id ?? null
  }
  // The loaded events are rendered in the next frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  scrollToEvent(agentId, eventId, drawnBy)
}

const MARKED_MS = 1600

function scrollToEvent(agentId: AgentId, eventId: EventId, before: (id: EventId) => EventId | null): void {
  const stream = document.querySelector(`[data-agent-stream="${CSS.escape(agentId)}"]`)
  for (let id: EventId | null = eventId; id !== null && stream !== null; id = before(id)) {
    const shown = stream.querySelector<HTMLElement>(`[data-event="${id}"]`)
    if (shown === null) continue
    shown.closest('details')?.setAttribute('open', '')
    // The element of the event has no box, only its children; signs on the stem may have none either.
    const drawn = [...shown.children].find((child) => child.getClientRects().length > 0)
    drawn?.scrollIntoView({ block: 'center' })
    shown.dataset['shown'] = ''
    setTimeout(() => delete shown.dataset['shown'], MARKED_MS)
    return
  }
}
