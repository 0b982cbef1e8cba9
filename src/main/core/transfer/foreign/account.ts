import { parseJsonObject } from '../../../../shared/json.ts'
import { jsonText } from '../../../../shared/json-text.ts'
import type { ForeignSession } from './foreign-tree.ts'
import type { KnownSession } from './known-session.ts'
import type { PlacedEvent } from './place-session.ts'
import { list, object, text } from './values.ts'
import { defined } from '../../../../shared/defined.ts'

/**
 * The account of one import of a session, as lines of JSON: first what was imported, then every new record in its raw
 * form with what became of it, then every new event with the place that it has in the log. It is stored as a file that
 * the `import` event refers to. The next import reads it to see what is new.
 */
export interface Account {
  readonly session: ForeignSession
  /** Name of the file that was imported. */
  readonly source: string
  /** Per record: its identity. */
  readonly hashes: readonly string[]
  /** Indexes of the records that are new. */
  readonly fresh: readonly number[]
  readonly events: readonly PlacedEvent[]
  /** Per record: why it is no event; null: it is one. */
  readonly kept: readonly (string | null)[]
}

export function* accountLines({ session, source, hashes, fresh, events, kept }: Account): Generator<string> {
  const { tool, id, name, folder } = session
  yield jsonText({ type: 'import', version: 1, tool, session: id, name, folder, source })
  const notes = Map.groupBy(session.notes, ({ record }) => record)
  for (const record of fresh) {
    const { place = '', raw = '' } = session.records[record] ?? {}
    const reason = kept[record] ?? null
    const parts = notes.get(record)?.map((note) => note.reason)
    const became = reason === null ? { became: 'event' } : { became: 'kept', reason }
    yield jsonText({
      type: 'record',
      place,
      id: hashes[record],
      ...became,
      ...defined({ only_raw: parts || undefined }),
      raw,
    })
  }
  for (const { id: eventId, agent, event } of events) {
    const parts = event.kind === 'assistant' ? { parts: event.blocks.map(({ part }) => part) } : {}
    yield jsonText({ type: 'event', key: event.key, id: eventId, agent, ...parts })
  }
}

/** Reads accounts of one session, the oldest first. Lines of another form are ignored. */
export class AccountReader {
  readonly #records = new Set<string>()
  readonly #events = new Map<string, { id: number; agent: string; parts: Set<string> }>()

  line(source: string): void {
    const json = parseJsonObject(source) ?? {}
    const key = text(json['key'])
    const id = json['id']
    if (json['type'] === 'record' && typeof id === 'string') this.#records.add(id)
    const agent = text(json['agent'])
    if (json['type'] !== 'event' || key === null || agent === null || typeof id !== 'number') return
    const parts = new Set([...(this.#events.get(key)?.parts ?? []), ...list(json['parts']).map(String)])
    this.#events.set(key, { id, agent, parts })
  }

  known(main: string | null): KnownSession {
    return { main, events: this.#events, records: this.#records }
  }
}

/** What is kept of a session between imports. */
export interface ImportState {
  readonly main: string
  /** Hashes of its accounts, the oldest first. */
  readonly accounts: readonly string[]
}

/** Null: not what this setting holds. */
export function parseState(value: Parameters<typeof object>[0]): ImportState | null {
  const stored = object(value)
  const main = text(stored['main'])
  const accounts = list(stored['accounts']).filter((hash) => typeof hash === 'string')
  return main === null ? null : { main, accounts }
}
