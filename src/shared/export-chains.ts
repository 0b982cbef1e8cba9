import { canonicalText } from './canonical-text.ts'
import type { JsonObject, JsonValue } from './json.ts'

/** Returns the SHA-256 of a text's UTF-8 bytes, as hexadecimal digits. */
export type Sha256 = (text: string) => string

/** The columns that a row of an export has beside its own (docs/import-format.md#hashes). */
export interface ChainLink {
  /** Its place in its chain, counted from 1. */
  readonly seq: number
  /** The hash of the row before it; of the first event of an agent, the hash of its beginning. Null: nothing precedes. */
  readonly previous: string | null
}

interface Fork {
  /** Null: a root, or `after` is final. */
  parent: string | null
  /** Events of the parent after this one are not inherited. */
  readonly upToId: number
  /** The hash of the last own event of the parent that is inherited. Null: it has none, as far as was read. */
  after: string | null
}

/**
 * The chains of one export: one for the events of each agent, and one for all other rows. Rows are added in the order of
 * the file: agents before events, parents before children, events by id.
 */
export class ExportChains {
  readonly #sha256: Sha256
  readonly #ends = new Map<string, { readonly seq: number; readonly hash: string }>()
  readonly #forks = new Map<string, Fork>()
  readonly #children = new Map<string, Fork[]>()
  #order = ''

  constructor(sha256: Sha256) {
    this.#sha256 = sha256
  }

  /** Returns what the next row of this row's chain has to carry. */
  next(row: JsonObject): ChainLink {
    const chain = chainOf(row)
    const end = this.#ends.get(chain)
    if (end !== undefined) return { seq: end.seq + 1, previous: end.hash }
    return { seq: 1, previous: chain === OTHER_ROWS ? null : this.#beginning(chain) }
  }

  /** Returns the hash of a row with its link. A hash that the row has already is not part of it. */
  hash(row: JsonObject): string {
    const hashed = Object.entries(row).filter(([column]) => column !== 'hash')
    return this.#sha256(canonicalText(Object.fromEntries(hashed)))
  }

  add(row: JsonObject, seq: number, hash: string): void {
    const { type, uuid, parent_uuid: parent, fork_message_id: forkId, id } = row
    const chain = chainOf(row)
    this.#ends.set(chain, { seq, hash })
    this.#order = this.#sha256(`${this.#order}${hash}`)
    if (type === 'agent' && typeof uuid === 'string') this.#addAgent(uuid, textOrNull(parent), Number(forkId ?? 0))
    if (type !== 'event') return
    for (const fork of this.#children.get(chain) ?? []) if (Number(id) <= fork.upToId) fork.after = hash
  }

  /** A hash of all rows so far in the order of the file: chains say nothing about the order of each other's rows. */
  get order(): string {
    return this.#order
  }

  /** The agents in the order of their rows. */
  agents(): Iterable<string> {
    return this.#forks.keys()
  }

  knows(agent: string): boolean {
    return this.#forks.has(agent)
  }

  /** Returns the number of events that were added to an agent and the hash of the last one, or of its beginning. */
  end(agent: string): { readonly events: number; readonly head: string } {
    const end = this.#ends.get(agent)
    return { events: end?.seq ?? 0, head: end?.hash ?? this.#beginning(agent) }
  }

  #addAgent(uuid: string, parent: string | null, upToId: number): void {
    const fork: Fork = { parent, upToId, after: null }
    this.#forks.set(uuid, fork)
    if (parent === null) return
    const siblings = this.#children.get(parent) ?? []
    siblings.push(fork)
    this.#children.set(parent, siblings)
  }

  /** The hash that ties an agent's first event to the event at which it was forked. */
  #beginning(agent: string): string {
    return this.#sha256(canonicalText({ agent, after: this.#after(agent) }))
  }

  /**
   * The hash of the event at which a fork begins: of its parent, or of an ancestor if the parent has none of its own. It
   * is kept, so that a long chain of forks without events is not walked again for each of them.
   */
  #after(agent: string): string | null {
    const own = this.#forks.get(agent)
    if (own === undefined) return null
    const seen = new Set<Fork>()
    let fork: Fork | undefined = own
    while (fork !== undefined && fork.after === null && !seen.has(fork)) {
      seen.add(fork)
      fork = fork.parent === null ? undefined : this.#forks.get(fork.parent)
    }
    own.after = fork?.after ?? null
    own.parent = null
    return own.after
  }
}

/** Agents have ids, so none has this name. */
const OTHER_ROWS = ''

/** The chain that a row belongs to. */
export function chainOf(row: JsonObject): string {
  return row['type'] === 'event' ? (textOrNull(row['agent_uuid']) ?? OTHER_ROWS) : OTHER_ROWS
}

function textOrNull(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}
