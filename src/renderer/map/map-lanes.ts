import type { MapPoint } from '../../shared/agent-map.ts'
import { type AgentSummary, isBusy } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { withAncestors } from '../store/agent-state.ts'
import type { TreeRow } from '../store/tree-rows.ts'

/** A time span; ms since the epoch, the end excluded. */
export interface Period {
  readonly from: number
  readonly to: number
}

/** A point of the map with its time in ms since the epoch. */
export interface TimedPoint extends MapPoint {
  readonly time: number
}

/** A line of an agent over time; ms since the epoch. */
interface Span {
  readonly agent: AgentSummary
  /** When it was created or forked. */
  readonly from: number
  /** When it was active last; now, while a turn runs. Not before `from`. */
  readonly to: number
}

/** One row of the map: an agent, or the attempts of a race. */
export interface Lane extends Span {
  /** The row of the agent; of a race that of its first attempt. */
  readonly row: TreeRow
  /** The index of the lane that it forked from; null: a root. */
  readonly parent: number | null
  /** Oldest first. Empty: of a race. */
  readonly points: readonly TimedPoint[]
  /** The attempts of a race. Empty: it is none. */
  readonly attempts: readonly Span[]
}

export interface LaneFacts {
  readonly points: ReadonlyMap<AgentId, readonly MapPoint[]>
  /** ms since the epoch. */
  readonly now: number
}

/** Returns when something happened in an agent: its creation, its points, its newest message, and now while it works. */
export function agentTimes(agent: AgentSummary, { points, now }: LaneFacts): readonly number[] {
  const { createdAt, lastActivityAt, activity } = agent
  // An agent that nobody wrote to has no place in time.
  if (lastActivityAt === undefined && !isBusy(activity.type)) return []
  return [
    Date.parse(createdAt),
    ...(points.get(agent.id) ?? []).map(({ at }) => Date.parse(at)),
    ...(lastActivityAt === undefined ? [] : [Date.parse(lastActivityAt)]),
    ...(isBusy(activity.type) ? [now] : []),
  ]
}

/** Returns the agents in which something happened in the period, with those above them. */
export function agentsIn(
  agents: ReadonlyMap<AgentId, AgentSummary>,
  { from, to }: Period,
  facts: LaneFacts,
): readonly AgentSummary[] {
  const active = [...agents.values()].filter((agent) => agentTimes(agent, facts).some((at) => at >= from && at < to))
  const shown = withAncestors(
    agents,
    active.map(({ id }) => id),
  )
  return [...agents.values()].filter(({ id }) => shown.has(id))
}

/** Returns one lane for each row, in their order; the attempts of one race share a lane, where its first attempt is. */
export function mapLanes(rows: readonly TreeRow[], facts: LaneFacts): readonly Lane[] {
  const lanes: (Omit<Lane, 'attempts'> & { attempts: readonly Span[] })[] = []
  const places = new Map<AgentId, number>()
  const races = new Map<string, number>()
  for (const row of rows) {
    const { agent } = row
    const span = spanOf(agent, facts)
    const race = raceOf(agent)
    const place = race === null ? undefined : races.get(race)
    const shared = place === undefined ? undefined : lanes[place]
    if (place !== undefined && shared !== undefined) {
      places.set(agent.id, place)
      lanes[place] = { ...shared, to: Math.max(shared.to, span.to), attempts: [...shared.attempts, span] }
      continue
    }
    if (race !== null) races.set(race, lanes.length)
    places.set(agent.id, lanes.length)
    lanes.push({
      ...span,
      row,
      parent: agent.parentId === null ? null : (places.get(agent.parentId) ?? null),
      points: race === null ? timedPoints(agent.id, facts) : [],
      attempts: race === null ? [] : [span],
    })
  }
  return lanes
}

/** Attempts of one race were forked at one place; null: the agent is none. */
function raceOf({ forkReason, parentId, forkEventId }: AgentSummary): string | null {
  return forkReason === 'race' ? `${parentId} ${forkEventId}` : null
}

function spanOf(agent: AgentSummary, facts: LaneFacts): Span {
  const from = Date.parse(agent.createdAt)
  return { agent, from, to: agentTimes(agent, facts).reduce((last, time) => Math.max(last, time), from) }
}

function timedPoints(agentId: AgentId, { points }: LaneFacts): readonly TimedPoint[] {
  // Imported events may be in another order than their times.
  return (points.get(agentId) ?? [])
    .map((point) => ({ ...point, time: Date.parse(point.at) }))
    .toSorted((a, b) => a.time - b.time)
}
