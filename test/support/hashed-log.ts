import { hash } from 'node:crypto'

import {
  chainBeginning,
  eventChain,
  eventLeaf,
  type StoredEvent,
  type StoredHash,
} from '../../src/shared/event-hash.ts'
import { type EventCheck, EventVerifier } from '../../src/shared/event-verifier.ts'
import type { Redaction } from '../../src/shared/tombstones.ts'

const sha256 = (text: string): string => hash('sha256', text)

export const ROOT = '11111111-1111-4111-8111-111111111111'
export const CHILD = '22222222-2222-4222-8222-222222222222'
export const EMPTY = '33333333-3333-4333-8333-333333333333'
const GRANDCHILD = '44444444-4444-4444-8444-444444444444'
export const OTHER = '55555555-5555-4555-8555-555555555555'
/** A redaction that the log records, and one of an older version. */
export const REDACTION = 12
export const OLDER_REDACTION = 13

export type Hash = StoredHash & { readonly agentId: string }
interface Fork {
  readonly id: string
  readonly parentId: string | null
  readonly forkEventId: number | null
}
export interface Log {
  readonly agents: readonly Fork[]
  readonly events: readonly StoredEvent[]
  readonly hashes: readonly Hash[]
  readonly redactions: ReadonlyMap<number, Redaction>
}

const AGENTS: readonly Fork[] = [
  { id: ROOT, parentId: null, forkEventId: null },
  { id: OTHER, parentId: null, forkEventId: null },
  { id: CHILD, parentId: ROOT, forkEventId: 3 },
  { id: EMPTY, parentId: CHILD, forkEventId: 5 },
  { id: GRANDCHILD, parentId: EMPTY, forkEventId: 5 },
]

export const event = (
  id: number,
  agentId: string,
  content: string | null,
  data: string | null = null,
): StoredEvent => ({
  id,
  agentId,
  sessionId: 1,
  turnId: id % 2 === 0 ? null : '66666666-6666-4666-8666-666666666666',
  kind: 'user',
  content,
  data,
  at: 1_795_000_000_000_000 + id,
})

export const EVENTS = [
  event(1, ROOT, 'a secret plan'),
  event(2, OTHER, 'same', '{"b":1, "a": 1.0}'),
  event(3, ROOT, 'same'),
  event(4, ROOT, null, 'null'),
  event(5, CHILD, 'Grüße, 世界'),
  event(6, ROOT, 'after the fork'),
  event(7, CHILD, 'same', '{}'),
  event(8, GRANDCHILD, ''),
  event(9, GRANDCHILD, 'the end'),
  event(11, OTHER, 'the end'),
]

/** The event at which each agent with events begins, or null. */
const FORKS: Readonly<Record<string, number | null>> = { [ROOT]: null, [OTHER]: null, [CHILD]: 3, [GRANDCHILD]: 5 }

/** Makes the hashes as the database does. */
export function hashed(events: readonly StoredEvent[]): Log {
  const hashes: Hash[] = []
  for (const each of events) {
    const before = hashes.findLast(({ agentId }) => agentId === each.agentId)
    const fork = hashes.find(({ eventId }) => eventId === FORKS[each.agentId])
    const seq = (before?.seq ?? 0) + 1
    const parts = { seq, salts: sha256(`salts of ${each.id}`), contentHash: null, dataHash: null }
    const leaf = eventLeaf(sha256, each, parts)
    const previous = before?.chain ?? chainBeginning(sha256, each.agentId, fork?.chain ?? null)
    hashes.push({
      agentId: each.agentId,
      eventId: each.id,
      ...parts,
      leaf,
      chain: eventChain(sha256, previous, leaf),
    })
  }
  const older: Redaction = { tombstones: null }
  return { agents: AGENTS, events, hashes, redactions: new Map([2, REDACTION].map((id) => [id, older])) }
}

export const LOG = hashed(EVENTS)

export function check({ agents, events, hashes, redactions }: Log): EventCheck {
  const known = agents.map((agent) => {
    const own = hashes.filter(({ agentId }) => agentId === agent.id).map(({ eventId }) => eventId)
    return { ...agent, firstEventId: own.length === 0 ? null : Math.min(...own) }
  })
  const verifier = new EventVerifier(sha256, known, redactions)
  for (const { id } of known) {
    verifier.begin(id)
    const ownEvents = events.filter(({ agentId }) => agentId === id)
    const ownHashes = hashes.filter(({ agentId }) => agentId === id)
    const ids = new Set([...ownEvents.map((each) => each.id), ...ownHashes.map(({ eventId }) => eventId)])
    for (const each of [...ids].toSorted((a, b) => a - b)) {
      verifier.read({
        event: ownEvents.find((own) => own.id === each) ?? null,
        hash: ownHashes.find(({ eventId }) => eventId === each) ?? null,
      })
    }
  }
  return verifier.result()
}

export const withEvent = (id: number, change: Partial<StoredEvent>, from = LOG): Log => ({
  ...from,
  events: from.events.map((each) => (each.id === id ? { ...each, ...change } : each)),
})
export const withHash = (id: number, change: Partial<Hash>, from = LOG): Log => ({
  ...from,
  hashes: from.hashes.map((each) => (each.eventId === id ? { ...each, ...change } : each)),
})
export const without = (id: number, { from = LOG, keepsHash = false } = {}): Log => ({
  ...from,
  events: from.events.filter((each) => each.id !== id),
  hashes: from.hashes.filter(({ eventId }) => keepsHash || eventId !== id),
})
export const problemsOf = (log: Log): readonly string[] =>
  check(log).faults.map(({ kind, problem }) => `${kind}: ${problem}`)
