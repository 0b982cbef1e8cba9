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

/** Two subscriptions may overlap by what was on its way when the first one broke: no recorded event passes twice. */
export function createAgentPosition(): AgentPosition {
  let last: EventId = 0
  const takeItem = (item: AgentFeedItem): AgentFeedItem | null => {
    switch (item.type) {
      case 'snapshot':
        last = item.view.lastEventId
        return item
      case 'resumed': {
        const events = item.events.filter((event) => event.id > last)
        last = events.at(-1)?.id ?? last
        return { ...item, events }
      }
      case 'recorded':
        if (item.event.id <= last) return null
        last = item.event.id
        return item
      case 'live':
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
