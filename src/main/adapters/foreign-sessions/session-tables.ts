import type { JsonObject } from '../../../shared/json.ts'
import type { SourceDocument } from '../../core/ports/foreign-ports.ts'
import { type Query, stringOf, tablesOf } from './read-database.ts'

/** A session in a database, as far as a list of sessions needs it. */
interface SessionRow {
  readonly id: string
  readonly name: string | null
  readonly folder: string | null
  /** ms since 1970; null: not known. */
  readonly changedAt: number | null
}

interface SessionTables {
  readonly list: (query: Query) => readonly SessionRow[]
  /** One document per session, parents before children. `session`: only this one. */
  readonly read: (query: Query, session: string | null) => Generator<SourceDocument>
}

/** Null: a database of no known tool. */
export function sessionTables(query: Query): SessionTables | null {
  const tables = tablesOf(query)
  if (tables.has('session') && tables.has('message') && tables.has('part')) return OPENCODE
  return tables.has('cursorDiskKV') ? CURSOR : null
}

const OPENCODE: SessionTables = {
  list: (query) =>
    [...query('select id, title, directory, time_updated from session')].map((row) => ({
      id: stringOf(row['id']),
      name: textOf(row['title']),
      folder: textOf(row['directory']),
      changedAt: typeof row['time_updated'] === 'number' ? row['time_updated'] : null,
    })),
  *read(query, session) {
    // Only these tables: others hold accounts and tokens.
    const sessions = [...query('select * from session order by time_created, id')]
    for (const row of sessions) {
      const id = stringOf(row['id'])
      if (session !== null && session !== id) continue
      const message = [...query('select * from message where session_id = ? order by id', id)]
      const part = [...query(PARTS, id)]
      yield { form: 'rows', tables: { session: [row], message, part } }
    }
    if (session !== null) return
    const message = [...query('select * from message where session_id not in (select id from session)')]
    const part = [
      ...query(
        'select * from part where message_id not in (select id from message where session_id in (select id from session))',
      ),
    ]
    if (message.length + part.length > 0) yield { form: 'rows', tables: { session: [], message, part } }
  },
}

const PARTS =
  'select part.* from part join message on message.id = part.message_id where message.session_id = ? order by part.id'

const COMPOSER = 'composerData:'

const CURSOR: SessionTables = {
  list: (query) =>
    [...query(`select key, value from cursorDiskKV where key like '${COMPOSER}%'`)].flatMap((row) => {
      const { name = null, isEmpty, changedAt } = composerFacts(row)
      return isEmpty ? [] : [{ id: stringOf(row['key']).slice(COMPOSER.length), name, folder: null, changedAt }]
    }),
  *read(query, session) {
    const composers = [...query(`select key from cursorDiskKV where key like '${COMPOSER}%'`)]
    for (const { key } of composers) {
      const id = stringOf(key).slice(COMPOSER.length)
      if (session !== null && session !== id) continue
      const own = [...query('select key, value from cursorDiskKV where key = ?', stringOf(key))]
      // Between these two are all keys that begin with the first.
      const bubbles = [
        ...query(
          'select key, value from cursorDiskKV where key >= ? and key < ?',
          `bubbleId:${id}:`,
          `bubbleId:${id};`,
        ),
      ]
      yield { form: 'rows', tables: { cursorDiskKV: [...own, ...bubbles] } }
    }
  },
}

function composerFacts({ value }: JsonObject): { name?: string | null; isEmpty: boolean; changedAt: number | null } {
  try {
    const composer: unknown = JSON.parse(stringOf(value))
    if (typeof composer !== 'object' || composer === null) return { isEmpty: true, changedAt: null }
    const facts = new Map<string, unknown>(Object.entries(composer))
    const lists = [facts.get('fullConversationHeadersOnly'), facts.get('conversation')]
    const isEmpty = !lists.some((list) => Array.isArray(list) && list.length > 0)
    const at = facts.get('lastUpdatedAt') ?? facts.get('createdAt')
    return { name: textOf(facts.get('name')), isEmpty, changedAt: typeof at === 'number' ? at : null }
  } catch {
    return { isEmpty: true, changedAt: null }
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
