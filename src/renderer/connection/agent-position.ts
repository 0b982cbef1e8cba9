import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentFeedItem } from '../../shared/agent-view.ts'
import { assertNever } from '../../shared/assert-never.ts'
import type { EventId } from '../../shared/ids.ts'

/** The position of one follower in an agent's feed. */
export interface AgentPosition {
  /** Returns the newest recorded event that was delivered; undefined if there is none. */
  lastId(): EventId | undefined
  /** Returns the items that are new to the follower, in order, and advances the position. */
  take(items: readonly AgentFeedItem[]): readonly AgentFeedItem[]
}

/**
 * Removes recorded events that two subscriptions deliver twice, because they were in transit when the first one broke.
 * Compares ids instead of the highest id, because an event of another engine may arrive after a newer one of this
 * engine.
 */
export function createAgentPosition(): AgentPosition {
  let last: EventId = 0
  let seen = new Set<EventId>()
  const isNew = ({ id }: AgentEvent): boolean => {
    if (seen.has(id)) return false
    seen.add(id)
    last = Math.max(last, id)
    return true
  }
  const takeItem = (item: AgentFeedItem): AgentFeedItem | null => {
    switch (item.type) {
      case 'snapshot':
        seen = new Set(item.view.events.map(({ id }) => id))
        last = item.view.lastEventId
        return item
      case 'resumed':
        return { ...item, events: item.events.filter(isNew) }
      case 'recorded':
        return isNew(item.event) ? item : null
      case 'live':
      case 'queue':
        return item
      default:
        return assertNever(item)
    }
  }
  return {
    lastId: () => (last === 0 ? undefined : last),
    take: (items) => items.map(takeItem).filter((item) => item !== null),
  }
}
