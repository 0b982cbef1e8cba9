import { eventLeaf, type StoredEvent, type StoredHash } from './event-hash.ts'
import type { Sha256 } from './export-chains.ts'

/** An event that does not have the hash that it had. */
export interface ChangedEvent {
  readonly event: StoredEvent
  /** With salts. */
  readonly hash: StoredHash
}

/** Each event is compared with each, so that only so many are. */
const COMPARED = 200

/** Finds the pairs of which each has become what the other one was. */
export function findSwapped(
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
