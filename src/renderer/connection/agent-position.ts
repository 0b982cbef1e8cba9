import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentFeedItem } from '../../shared/agent-view.ts'
import { assertNever } from '../../shared/assert-never.ts'
import type { EventId } from '../../shared/ids.ts'

/** How far one follower of an agent has got. */
export interface AgentPosition {
  /** The newest recorded event that was handed on; undefined: none. */
  lastId(): EventId | undefined
  /** What of the items is new to the follower, in order; moves the position on. */
  take(items: readonly AgentFeedItem[]): readonly AgentFeedItem[]
}

/**
 * Two subscriptions may overlap by what was on its way when the first one broke: no recorded event passes twice. Events
 * are known by their ids, not by a highest one, because another engine's may arrive after a newer one of ours.
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
