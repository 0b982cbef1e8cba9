import { canonicalText } from './canonical-text.ts'
import type { StoredEvent } from './event-hash.ts'
import type { Sha256 } from './export-chains.ts'
import { isJsonObject, parseJsonObject } from './json.ts'
import type { AgentId } from './ids.ts'

/** What a `redacted` event says about the events that it replaced by tombstones. */
export interface Redaction {
  /**
   * By agent, the hash of the tombstones of events that had hashes (docs/behaviour/storage.md#hashes). Null: a version that
   * recorded none.
   */
  readonly tombstones: ReadonlyMap<string, string> | null
}

/** Returns what the data of a `redacted` event says. `data`: its JSON text. */
export function redactionIn(data: string | null): Redaction {
  const hashes = parseJsonObject(data ?? '')?.['tombstones']
  if (!isJsonObject(hashes)) return { tombstones: null }
  const texts = Object.entries(hashes).map(([agent, hash]): [string, string] => [
    agent,
    typeof hash === 'string' ? hash : '',
  ])
  return { tombstones: new Map(texts) }
}

/** Returns the id of the event that says that this one was redacted; null: it is no tombstone. */
export function redactionOf({ content, data }: StoredEvent): number | null {
  const note = content === null || content === '[Redacted]' ? parseJsonObject(data ?? '')?.['redacted'] : undefined
  const id = isJsonObject(note) ? note['event'] : undefined
  return typeof id === 'number' ? id : null
}

/** Tombstones that differ from what their redaction recorded. */
export interface ChangedTombstones {
  readonly redaction: number
  /** All tombstones of the redaction that the agent has; which of them was changed is unknown. */
  readonly events: readonly number[]
}

/** Compares the tombstones of one agent with what their redactions recorded. */
export class TombstoneComparison {
  readonly #sha256: Sha256
  /** By agent, then by redaction. */
  readonly #recorded = new Map<string, Map<number, string>>()
  readonly #found = new Map<number, { event: number; content: string | null; data: string | null }[]>()

  /** `redactions`: of all agents, by the ids of their events. */
  constructor(sha256: Sha256, redactions: ReadonlyMap<number, Redaction>) {
    this.#sha256 = sha256
    for (const [redaction, { tombstones }] of redactions) {
      for (const [agent, hash] of tombstones ?? []) {
        const own = this.#recorded.get(agent) ?? new Map<number, string>()
        this.#recorded.set(agent, own.set(redaction, hash))
      }
    }
  }

  /** Adds a tombstone without salts, of a redaction that recorded its hash; the ids ascend. */
  add(redaction: number, { id, content, data }: StoredEvent): void {
    const hash = (text: string | null): string | null => (text === null ? null : this.#sha256(text))
    const others = this.#found.get(redaction) ?? []
    others.push({ event: id, content: hash(content), data: hash(data) })
    this.#found.set(redaction, others)
  }

  /** Returns what does not fit, and begins with the next agent. */
  end(agentId: AgentId): readonly ChangedTombstones[] {
    const recorded = this.#recorded.get(agentId) ?? new Map<number, string>()
    const changed = [...new Set([...recorded.keys(), ...this.#found.keys()])].flatMap((redaction) => {
      const rows = this.#found.get(redaction) ?? []
      const isSame = rows.length > 0 && this.#sha256(canonicalText(rows)) === recorded.get(redaction)
      return isSame ? [] : [{ redaction, events: rows.map(({ event }) => event) }]
    })
    this.#found.clear()
    return changed
  }
}
