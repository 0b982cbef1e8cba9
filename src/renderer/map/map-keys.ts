import type { AgentId, EventId } from '../../shared/ids.ts'
import type { Lane } from './map-lanes.ts'

/** Where the cursor of a map is: at an agent, or at one of its points. */
export interface MapCursor {
  readonly agentId: AgentId
  /** Null: the line itself. */
  readonly eventId: EventId | null
}

export type MapAct =
  | { readonly type: 'move'; readonly to: MapCursor }
  | { readonly type: 'open'; readonly at: MapCursor; readonly beside: boolean }
  | { readonly type: 'select'; readonly agentId: AgentId }
  | { readonly type: 'zoom'; readonly by: -1 | 1 }
  | { readonly type: 'now' }
  | { readonly type: 'leave' }

export interface MapKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** Returns the lane of the cursor; -1: there is none. */
export function laneOf(lanes: readonly Lane[], cursor: MapCursor | null): number {
  return cursor === null ? -1 : lanes.findIndex(({ agent }) => agent.id === cursor.agentId)
}

/** Returns what a key of the map does; null: nothing. `cursor`: of a lane that is shown. */
export function mapKeyAct(lanes: readonly Lane[], cursor: MapCursor | null, pressed: MapKey): MapAct | null {
  const { key, ctrlKey, metaKey, altKey } = pressed
  const hasModifier = ctrlKey || metaKey
  if (altKey) return null
  if (key === 'Escape') return { type: 'leave' }
  const index = laneOf(lanes, cursor)
  const lane = lanes[index]
  if (key === 'Enter' && cursor !== null) return { type: 'open', at: cursor, beside: hasModifier }
  if (hasModifier) return null
  if (key === '+' || key === '=') return { type: 'zoom', by: 1 }
  if (key === '-') return { type: 'zoom', by: -1 }
  if (key === 't' || key === 'T') return { type: 'now' }
  if (cursor === null || lane === undefined) return null
  switch (key) {
    case ' ':
      return { type: 'select', agentId: cursor.agentId }
    case 'ArrowDown':
      return toLine(lanes[index + 1])
    case 'ArrowUp':
      return toLine(lanes[index - 1])
    case 'Home':
      return toPoint(lane, 0)
    case 'End':
      return toPoint(lane, lane.points.length - 1)
    case 'ArrowRight':
      return forwards(lanes, index, cursor)
    case 'ArrowLeft':
      return backwards(lanes, lane, cursor)
    default:
      return null
  }
}

function toLine(lane: Lane | undefined): MapAct | null {
  return lane === undefined ? null : { type: 'move', to: { agentId: lane.agent.id, eventId: null } }
}

function toPoint(lane: Lane, index: number): MapAct | null {
  const point = lane.points.at(index)
  return point === undefined ? null : { type: 'move', to: { agentId: lane.agent.id, eventId: point.eventId } }
}

/** To the next point; at the last one to the first agent that forked after it. */
function forwards(lanes: readonly Lane[], index: number, { eventId }: MapCursor): MapAct | null {
  const lane = lanes[index]
  if (lane === undefined) return null
  const at = eventId === null ? -1 : lane.points.findIndex((point) => point.eventId === eventId)
  if (at + 1 < lane.points.length) return toPoint(lane, at + 1)
  const since = lane.points.at(-1)?.time ?? lane.from
  const forks = lanes.filter(({ parent }) => parent === index)
  return toLine(forks.find(({ from }) => from >= since) ?? forks.at(-1))
}

/** To the point before; from the first one to the line itself, and from there to the point at which it forked. */
function backwards(lanes: readonly Lane[], lane: Lane, { eventId }: MapCursor): MapAct | null {
  const at = lane.points.findIndex((point) => point.eventId === eventId)
  if (eventId !== null) return at > 0 ? toPoint(lane, at - 1) : toLine(lane)
  const above = lane.parent === null ? undefined : lanes[lane.parent]
  if (above === undefined) return null
  const before = above.points.findLastIndex(({ time }) => time <= lane.from)
  return before === -1 ? toLine(above) : toPoint(above, before)
}
