import type { AgentId, EventId, TurnId } from '../../../shared/ids.ts'
import type { LogRows } from './read-rows.ts'

export interface ReservedIds {
  readonly events: readonly EventId[]
  readonly mail: readonly number[]
  readonly uuid: () => string
}

/** Maps the ids of a file to new ids. The order of events is kept, so that bounds of ranges remain valid. */
export class IdMap {
  readonly #agents: ReadonlyMap<string, AgentId>
  readonly #turns = new Map<string, TurnId>()
  readonly #mail: ReadonlyMap<number, number>
  /** Event ids of the file, ascending, and the new ids at the same indexes. */
  readonly #old: readonly number[]
  readonly #new: readonly EventId[]
  readonly #uuid: () => string

  constructor(labels: readonly string[], rows: LogRows, { events, mail, uuid }: ReservedIds) {
    this.#agents = new Map(labels.map((label) => [label, uuid()]))
    this.#mail = new Map(rows.mail.flatMap(({ row }, index) => (row.id === null ? [] : [[row.id, mail[index] ?? 0]])))
    this.#old = rows.events.map(({ row }) => row.id)
    this.#new = events
    this.#uuid = uuid
  }

  knowsAgent(label: string): boolean {
    return this.#agents.has(label)
  }

  /**
   * Returns the new id of an agent. Agents that are not in the file keep their ids, for example the child of a fork
   * that was left out.
   */
  agent(label: string): AgentId {
    return this.#agents.get(label) ?? label
  }

  turn(label: string): TurnId {
    const turn = this.#turns.get(label) ?? this.#uuid()
    this.#turns.set(label, turn)
    return turn
  }

  mail(id: number): number {
    return this.#mail.get(id) ?? id
  }

  event(id: number): EventId {
    const index = this.#indexFrom(id)
    return this.#old[index] === id ? (this.#new[index] ?? 0) : 0
  }

  /** The new id of the last event up to `id`; 0: there is none. */
  eventUpTo(id: number): EventId {
    const index = this.#indexFrom(id)
    return (this.#old[index] === id ? this.#new[index] : this.#new[index - 1]) ?? 0
  }

  /** The new id of the first event from `id` on; if there is none, an id that no event has yet. */
  eventFrom(id: number): EventId {
    return this.#new[this.#indexFrom(id)] ?? (this.#new.at(-1) ?? 0) + 1
  }

  /** The index of the first id that is not smaller. */
  #indexFrom(id: number): number {
    let [low, high] = [0, this.#old.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#old[middle] ?? 0) < id) low = middle + 1
      else high = middle
    }
    return low
  }
}
