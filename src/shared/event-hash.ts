import { canonicalText } from './canonical-text.ts'
import type { Sha256 } from './export-chains.ts'
import type { AgentId, EventId, TurnId } from './ids.ts'

/** A row of the log as it is stored (docs/behaviour/storage.md#hashes). */
export interface StoredEvent {
  readonly id: number
  readonly agentId: AgentId
  readonly sessionId: number
  readonly turnId: TurnId | null
  readonly kind: string
  readonly content: string | null
  /** The JSON text, byte by byte. */
  readonly data: string | null
  /** Microseconds since the epoch; a bigint if they are before 1685 or after 2255, where a double does not hold all of them. */
  readonly at: number | bigint
}

/** The hashes of an event, as hexadecimal digits. */
export interface StoredHash extends LeafContent {
  readonly eventId: EventId
  readonly leaf: string
  readonly chain: string
}

/** What a leaf is made of beside the event; the texts of the event have no effect if `salts` is null. */
export interface LeafContent {
  /** Its place among the events of its agent, from 1. */
  readonly seq: number
  /** 16 bytes for the content and 16 for the data. Null: both were redacted. */
  readonly salts: string | null
  /** Of a redacted event, what its leaf has for its content. Null: it had none, or `salts` is there, or an older version redacted it. */
  readonly contentHash: string | null
  /** The same for its data. */
  readonly dataHash: string | null
}

const SALT_DIGITS = 32

/** Returns what `leaf` has to be for an event. */
export function eventLeaf(sha256: Sha256, event: StoredEvent, parts: LeafContent): string {
  const { seq, salts, contentHash, dataHash } = parts
  const salted = (salt: string, text: string | null): string | null => (text === null ? null : sha256(salt + text))
  return sha256(
    canonicalText({
      v: 1,
      agent: event.agentId,
      event: event.id,
      seq,
      kind: event.kind,
      session: event.sessionId,
      turn: event.turnId,
      at: event.at,
      content: salts === null ? contentHash : salted(salts.slice(0, SALT_DIGITS), event.content),
      data: salts === null ? dataHash : salted(salts.slice(SALT_DIGITS), event.data),
    }),
  )
}

/** Returns what `chain` has to be behind `previous`: the chain of the event before, or the beginning. */
export function eventChain(sha256: Sha256, previous: string, leaf: string): string {
  return sha256(canonicalText({ previous, leaf }))
}

/** Returns what precedes an agent's first event. `after`: the chain at the event at which it was forked. */
export function chainBeginning(sha256: Sha256, agent: string, after: string | null): string {
  return sha256(canonicalText({ agent, after }))
}
