import type { AgentId, EventId } from './ids.ts'

/** An agent as far as its chain depends on it. */
export interface HashedAgent {
  readonly id: string
  readonly parentId: AgentId | null
  /** The last event that it inherits. Null: it inherits nothing. */
  readonly forkEventId: number | null
  /** Its first event with a hash. Null: it has none. */
  readonly firstEventId: number | null
}

interface ForkPoint {
  readonly upTo: number
  chains: readonly string[]
}

/** The chains at which forks begin. Agents come after their parents, and their events in the order of their ids. */
export class ForkPoints {
  readonly #byChild = new Map<string, ForkPoint>()
  readonly #bySource = new Map<string, ForkPoint[]>()

  constructor(agents: readonly HashedAgent[]) {
    const byId = new Map(agents.map((agent) => [agent.id, agent]))
    for (const agent of agents) {
      const found = forkSource(agent, byId)
      if (found === null) continue
      const point: ForkPoint = { upTo: found.upTo, chains: [] }
      this.#byChild.set(agent.id, point)
      const points = this.#bySource.get(found.source) ?? []
      points.push(point)
      this.#bySource.set(found.source, points)
    }
  }

  /** Called with each event of an agent and what its chain is or has to be. */
  pass(agentId: AgentId, eventId: EventId, chains: readonly string[]): void {
    for (const point of this.#bySource.get(agentId) ?? []) if (eventId <= point.upTo) point.chains = chains
  }

  /** The chains of which one is included in an agent's first; [null]: it was not forked from an event. */
  before(agentId: AgentId): readonly (string | null)[] {
    return this.#byChild.get(agentId)?.chains ?? [null]
  }
}

/** Returns where an agent was forked; null: nowhere. The event is the last one up to `upTo` of the nearest ancestor that has one. */
export function forkSource(
  agent: HashedAgent,
  byId: ReadonlyMap<string, HashedAgent>,
): { readonly source: string; readonly upTo: number } | null {
  if (agent.firstEventId === null) return null
  let upTo = agent.firstEventId - 1
  let lower = agent
  const seen = new Set<string>()
  while (lower.forkEventId !== null && lower.parentId !== null && !seen.has(lower.id)) {
    seen.add(lower.id)
    upTo = Math.min(upTo, lower.forkEventId)
    const upper = byId.get(lower.parentId)
    if (upper === undefined) return null
    if (upper.firstEventId !== null && upper.firstEventId <= upTo) return { source: upper.id, upTo }
    lower = upper
  }
  return null
}
