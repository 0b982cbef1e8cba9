import type { AgentId, EventId } from '../../../../shared/ids.ts'
import type { ForkReason } from '../../../../shared/fork-reason.ts'
import type { AnswerFacts, ForeignEvent, ForeignSession } from './foreign-tree.ts'
import type { KnownSession } from './known-session.ts'

/** Where a path of the session has come to. */
interface Place {
  readonly agent: AgentId
  /** The last event. 0: there is none yet. */
  readonly last: EventId
  /** The agent was in the log before: what is new here becomes a fork of it. */
  readonly isOld: boolean
  /** The first event of the path, and how many there are. */
  readonly first: EventId
  readonly length: number
}

export interface PlacedAgent {
  readonly id: AgentId
  readonly parentId: AgentId | null
  readonly forkEventId: EventId | null
  readonly createdAt: string | null
}

export interface PlacedEvent {
  readonly id: EventId
  readonly agent: AgentId
  readonly event: ForeignEvent
  /** For a summary: the range of ids that it replaces. For a rewind: its target, as both ends. Null: for all others. */
  readonly range: { readonly from: EventId; readonly to: EventId; readonly length: number } | null
}

/** A new fork of a new agent, which the parent's log names. */
export interface PlacedFork {
  readonly id: EventId
  readonly agent: AgentId
  readonly child: AgentId
  readonly reason: ForkReason
  readonly at: string | null
}

export interface PlacedSession {
  /** Parents before children. */
  readonly agents: readonly PlacedAgent[]
  readonly events: readonly PlacedEvent[]
  readonly forks: readonly PlacedFork[]
  /** The agent that the conversation goes on in. Null: the session has no events. */
  readonly main: AgentId | null
  /** Events that are in no context, with the reason. */
  readonly unplaced: readonly { readonly event: ForeignEvent; readonly reason: string }[]
}

interface Sources {
  readonly uuid: () => AgentId
  /** Returns the next event id, ascending. */
  readonly nextId: () => EventId
  /** An agent in the log that a new root becomes a child of; null: there is none. */
  readonly parent: AgentId | null
}

/**
 * Gives every new event of a session an agent and an id: the active path is one agent, every other branch a fork of the
 * agent that it branches off from. Events that were imported before keep their places; what follows them is a fork at
 * that place, so that nothing is added to an agent that people may have gone on with.
 */
export function placeSession(session: ForeignSession, known: KnownSession, sources: Sources): PlacedSession {
  return new Placer(session, known, sources).place()
}

class Placer {
  readonly #session: ForeignSession
  readonly #earlier: KnownSession
  readonly #sources: Sources
  readonly #agents: PlacedAgent[] = []
  readonly #events: PlacedEvent[] = []
  readonly #forks: PlacedFork[] = []
  readonly #unplaced: { readonly event: ForeignEvent; readonly reason: string }[] = []
  /** Where each event is, and the last event before it on its path. */
  readonly #ids = new Map<string, { readonly id: EventId; readonly before: Place | null }>()
  #main: AgentId | null

  constructor(session: ForeignSession, known: KnownSession, sources: Sources) {
    this.#session = session
    this.#earlier = known
    this.#sources = sources
    this.#main = known.main
  }

  place(): PlacedSession {
    const { nodes } = this.#session
    const chains = chainsOf(this.#session)
    const places: (Place | null)[] = []
    for (const [index, { parent, events }] of nodes.entries()) {
      const from = parent === null ? null : (places[parent] ?? null)
      const goesOn = parent === null || chains.next.get(parent) === index
      let place = from
      let isFirst = !goesOn
      for (const event of events) {
        const moved = this.#put(event, place, isFirst)
        isFirst = isFirst && moved === place
        place = moved
      }
      places.push(place)
      if (chains.active.has(index) && place !== null) this.#main = place.agent
    }
    const main = this.#main
    return { agents: this.#agents, events: this.#events, forks: this.#forks, main, unplaced: this.#unplaced }
  }

  #put(event: ForeignEvent, from: Place | null, forks: boolean): Place | null {
    const known = this.#earlier.events.get(event.key)
    const rest = known === undefined ? event : restOf(event, known.parts)
    if (known !== undefined) {
      const place = { ...stepped(from, known.id), agent: known.agent, last: known.id, isOld: true }
      this.#ids.set(event.key, { id: known.id, before: from })
      return rest === null ? place : this.#write(rest, place, false)
    }
    return rest === null ? from : this.#write(rest, from, forks)
  }

  #write(event: ForeignEvent, from: Place | null, forks: boolean): Place | null {
    const range = this.#rangeOf(event, from)
    const isLate = event.kind === 'mark' && from?.isOld === true
    if (range === 'none' || isLate) {
      const reason = isLate ? 'a label of an event that is imported already' : 'refers to an event that is not there'
      this.#unplaced.push({ event, reason })
      return from
    }
    const place = from === null || from.isOld || forks ? this.#newAgent(event, from) : from
    const id = this.#sources.nextId()
    const { agent } = place
    this.#events.push({ id, agent, event, range })
    if (!this.#ids.has(event.key)) this.#ids.set(event.key, { id, before: from })
    return { ...stepped(place, id), agent, last: id, isOld: false }
  }

  #newAgent(event: ForeignEvent, from: Place | null): Place {
    const { uuid, nextId, parent } = this.#sources
    const agent = uuid()
    const first = this.#agents[0]?.id ?? this.#earlier.main ?? parent
    const at = from === null ? { parentId: first, forkEventId: first === null ? null : 0 } : null
    const forkedAt = at ?? { parentId: from?.agent ?? null, forkEventId: from?.last ?? null }
    this.#agents.push({ id: agent, ...forkedAt, createdAt: event.at })
    if (from !== null && !from.isOld) {
      const reason = event.kind === 'user' ? 'edit' : event.kind === 'assistant' ? 'retry' : 'fork'
      this.#forks.push({ id: nextId(), agent: from.agent, child: agent, reason, at: event.at })
    }
    return { ...(from ?? { first: 0, length: 0, last: 0 }), agent, isOld: false }
  }

  /** Null: the event has no range. `none`: what it refers to is not there. */
  #rangeOf(event: ForeignEvent, from: Place | null): PlacedEvent['range'] | 'none' {
    if (event.kind === 'rewind') {
      const target = this.#ids.get(event.before)
      return target === undefined ? 'none' : { from: target.id, to: target.id, length: 0 }
    }
    if (event.kind !== 'summary') return null
    const kept = event.keptFrom === undefined ? undefined : this.#ids.get(event.keptFrom)
    const end = kept === undefined ? from : kept.before
    return end === null ? 'none' : { from: end.first, to: end.last, length: end.length }
  }
}

function stepped(from: Place | null, id: EventId): { readonly first: EventId; readonly length: number } {
  if (from === null || from.first === 0) return { first: id, length: 1 }
  return { first: from.first, length: from.length + 1 }
}

/** The part of an event that is not in the log yet; null: nothing. Only answers grow. */
function restOf(event: ForeignEvent, parts: ReadonlySet<string>): ForeignEvent | null {
  if (event.kind !== 'assistant') return null
  const blocks = event.blocks.filter(({ part }) => !parts.has(part))
  return blocks.length === 0 ? null : { ...event, blocks, files: [], facts: withoutUsage(event.facts) }
}

/** The usage of the answer was counted with its first part. */
function withoutUsage(facts: AnswerFacts): AnswerFacts {
  const { usage, ...others } = facts
  return usage === undefined ? facts : others
}

interface Chains {
  /** The nodes from the beginning to the end of the conversation that is gone on with. */
  readonly active: ReadonlySet<number>
  /** The child that continues a node's agent. The other children are forks. */
  readonly next: ReadonlyMap<number, number>
}

/**
 * Chooses which child continues each node: the one on the active path, else the newest. Children without events in
 * them or below them are left out.
 */
function chainsOf({ nodes, active: named }: ForeignSession): Chains {
  const isUsed = nodes.map(({ events }) => events.length > 0)
  for (let at = nodes.length - 1; at >= 0; at--) {
    const parent = nodes[at]?.parent ?? null
    if (parent !== null && isUsed[at] === true) isUsed[parent] = true
  }
  const last = isUsed.lastIndexOf(true)
  const leaf = named ?? (last === -1 ? null : last)
  const active = new Set<number>()
  for (let at = leaf; at !== null; at = nodes[at]?.parent ?? null) active.add(at)
  const next = new Map<number, number>()
  for (const [at, { parent }] of nodes.entries()) {
    if (parent === null || isUsed[at] !== true) continue
    const chosen = next.get(parent)
    if (chosen === undefined || !active.has(chosen)) next.set(parent, at)
  }
  // What follows the named leaf belongs to the conversation: the name may be older than the newest records.
  for (let at = leaf === null ? undefined : next.get(leaf); at !== undefined; at = next.get(at)) active.add(at)
  return { active, next }
}
