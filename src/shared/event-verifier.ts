import { counted } from './counted.ts'
import { chainBeginning, eventChain, eventLeaf, type StoredEvent, type StoredHash } from './event-hash.ts'
import type { Sha256 } from './export-chains.ts'
import { ForkPoints, type HashedAgent } from './fork-points.ts'
import { shortAgentId, type EventId, type AgentId } from './ids.ts'
import { rangesOfIds, rangesText } from './id-ranges.ts'
import { type AgentHead, rootOf } from './signed-head.ts'
import { type Redaction, redactionOf, TombstoneComparison } from './tombstones.ts'

/** What is not as it was when the hashes were made. */
export interface EventFault {
  readonly kind: 'changed' | 'missing' | 'inserted' | 'swapped'
  readonly agentId: AgentId
  readonly eventId: EventId
  /** In words, with the event. */
  readonly problem: string
}

export interface EventCheck {
  readonly agents: number
  readonly events: number
  /** Events whose content is gone. */
  readonly redacted: number
  /** Those of them that a version redacted which kept no hashes of what it removed: only their place was verified. */
  readonly placesOnly: number
  /** The newest events of their agents, whose hashes are still to be made. */
  readonly unhashed: number
  /** A hash of the chains of all agents. */
  readonly head: string
  /** Sorted by agent. */
  readonly heads: readonly AgentHead[]
  readonly faults: readonly EventFault[]
}

/** Where a chain stands: the stored hash, and what it has to be if it was changed itself. */
type Position = readonly string[]

/** An event and its hashes; one of them is null if it is not there. */
export interface HashedEvent {
  readonly event: StoredEvent | null
  readonly hash: StoredHash | null
  /** The event was compared with its hash already; its content may be gone. Missing: it was not. */
  readonly isVerified?: boolean
}

/**
 * Compares events with their hashes (docs/behaviour/storage.md#hashes). Agents come after their parents; the events of an
 * agent, and the hashes without an event, in the order of their ids.
 */
export class EventVerifier {
  readonly #sha256: Sha256
  readonly #redactions: ReadonlyMap<number, Redaction>
  readonly #tombstones: TombstoneComparison
  readonly #forks: ForkPoints
  readonly #faults: EventFault[] = []
  readonly #changed: ChangedEvent[] = []
  readonly #heads: AgentHead[] = []
  #agent = ''
  #seq = 0
  /** Null: the event before is missing, so that the next one cannot be compared with it. */
  #position: Position | null = null
  /** Events without hashes since the last one with hashes. */
  #pending: StoredEvent[] = []
  #events = 0
  #redacted = 0
  #placesOnly = 0
  #unhashed = 0

  /** `redactions`: what the `redacted` events of all agents say, by their ids. */
  constructor(sha256: Sha256, agents: readonly HashedAgent[], redactions: ReadonlyMap<number, Redaction>) {
    this.#sha256 = sha256
    this.#redactions = redactions
    this.#tombstones = new TombstoneComparison(sha256, redactions)
    this.#forks = new ForkPoints(agents)
  }

  begin(agentId: AgentId): void {
    this.#end()
    this.#agent = agentId
    this.#position = this.#forks.before(agentId).map((after) => chainBeginning(this.#sha256, agentId, after))
  }

  read({ event, hash, isVerified = false }: HashedEvent): void {
    if (event !== null) this.#events += 1
    if (hash !== null) this.#readHash(event, hash, isVerified)
    else if (event !== null) this.#pending.push(event)
  }

  result(): EventCheck {
    this.#end()
    const { swapped, others } = findSwapped(this.#sha256, this.#changed)
    for (const { event, hash } of others) this.#fault('changed', hash, `${nameOf(event)} was changed`, event.agentId)
    for (const [{ event, hash }, other] of swapped) {
      this.#fault('swapped', hash, `${nameOf(event)} and ${nameOf(other.event)} were swapped`, event.agentId)
    }
    const heads = this.#heads.toSorted((a, b) => (a.agent < b.agent ? -1 : 1))
    return {
      agents: heads.length,
      events: this.#events,
      redacted: this.#redacted,
      placesOnly: this.#placesOnly,
      unhashed: this.#unhashed,
      head: rootOf(this.#sha256, heads),
      heads,
      faults: this.#faults,
    }
  }

  #readHash(event: StoredEvent | null, hash: StoredHash, isVerified: boolean): void {
    for (const { id } of this.#pending.splice(0)) {
      this.#fault('inserted', { eventId: id }, `event ${id} of ${this.#name} was inserted: it has no hash`)
    }
    const name = `event ${hash.eventId} of ${this.#name}`
    const missing = hash.seq - this.#seq - 1
    if (missing > 0) this.#fault('missing', hash, `${counted(missing, 'event')} missing before ${name}`)
    if (missing < 0) this.#fault('swapped', hash, `${name} is out of order`)
    const isCompared = event === null || hash.salts === null || isVerified
    const leaf = isCompared ? null : eventLeaf(this.#sha256, event, hash)
    const isChanged = leaf !== null && leaf !== hash.leaf
    if (event === null) this.#fault('missing', hash, `${name} is missing`)
    else if (hash.salts === null) this.#readTombstone(event, hash)
    if (event !== null && isChanged) this.#changed.push({ event, hash })
    const leaves = leaf === null ? [hash.leaf] : [hash.leaf, leaf]
    const expected = missing === 0 ? this.#after(leaves) : []
    if (expected.length > 0 && !expected.includes(hash.chain) && !isChanged) {
      this.#fault('changed', hash, `the hash of ${name} does not follow from what is before it: one was replaced`)
    }
    this.#seq = Math.max(this.#seq, hash.seq)
    this.#position = [hash.chain, ...expected.slice(0, 1)]
    this.#forks.pass(this.#agent, hash.eventId, this.#position)
  }

  /** The texts of a redacted event are gone, but not their hashes; the log has to say that it was redacted. */
  #readTombstone(event: StoredEvent, hash: StoredHash): void {
    const id = redactionOf(event)
    const redaction = id === null || id <= event.id ? undefined : this.#redactions.get(id)
    if (id === null || redaction === undefined) {
      const why = id === null ? 'it has no salts and is not redacted' : 'the log has no redaction of it'
      return this.#fault('changed', hash, `${nameOf(event)} was changed: ${why}`)
    }
    this.#redacted += 1
    if (redaction.tombstones !== null) this.#tombstones.add(id, event)
    if (redaction.tombstones === null && hash.contentHash === null && hash.dataHash === null) this.#placesOnly += 1
    else if (eventLeaf(this.#sha256, event, hash) !== hash.leaf) {
      this.#fault('changed', hash, `${nameOf(event)}, which was redacted, was changed`)
    }
  }

  /** What the next chain can be, the most probable one first. */
  #after(leaves: readonly string[]): readonly string[] {
    const position = this.#position ?? []
    return position.flatMap((previous) => leaves.map((leaf) => eventChain(this.#sha256, previous, leaf)))
  }

  #end(): void {
    if (this.#agent === '') return
    this.#unhashed += this.#pending.splice(0).length
    for (const { redaction, events } of this.#tombstones.end(this.#agent)) {
      const which = events.length === 0 ? 'events' : `events ${rangesText(rangesOfIds(events))}`
      const problem = `what event ${redaction} left of redacted ${which} of ${this.#name} was changed`
      this.#fault('changed', { eventId: events[0] ?? redaction }, problem)
    }
    this.#heads.push({ agent: this.#agent, events: this.#seq, head: this.#position?.[0] ?? null })
    this.#agent = ''
    this.#seq = 0
  }

  get #name(): string {
    return `agent ${shortAgentId(this.#agent)}`
  }

  #fault(kind: EventFault['kind'], { eventId }: { readonly eventId: EventId }, problem: string, agentId = this.#agent) {
    this.#faults.push({ kind, agentId, eventId, problem })
  }
}

function nameOf({ id, agentId }: StoredEvent): string {
  return `event ${id} of agent ${shortAgentId(agentId)}`
}

/** An event that does not have the hash that it had. */
interface ChangedEvent {
  readonly event: StoredEvent
  /** With salts. */
  readonly hash: StoredHash
}

/** Each event is compared with each, so that only so many are. */
const COMPARED = 200

/** Finds the pairs of which each has become what the other one was. */
function findSwapped(
  sha256: Sha256,
  changed: readonly ChangedEvent[],
): { readonly swapped: readonly (readonly [ChangedEvent, ChangedEvent])[]; readonly others: readonly ChangedEvent[] } {
  const left = new Set(changed)
  const swapped: [ChangedEvent, ChangedEvent][] = []
  const compared = changed.slice(0, COMPARED)
  for (const [index, one] of compared.entries()) {
    if (!left.has(one)) continue
    const other = compared
      .slice(index + 1)
      .find((each) => left.has(each) && was(sha256, one.event, each) && was(sha256, each.event, one))
    if (other === undefined) continue
    left.delete(one)
    left.delete(other)
    swapped.push([one, other])
  }
  return { swapped, others: [...left] }
}

/** Whether an event, or its content alone, stood at the place of another one. */
function was(sha256: Sha256, event: StoredEvent, { event: present, hash }: ChangedEvent): boolean {
  const whole = { ...event, id: present.id, agentId: present.agentId }
  const content = { ...present, content: event.content, data: event.data }
  return [whole, content].some((each) => eventLeaf(sha256, each, hash) === hash.leaf)
}
