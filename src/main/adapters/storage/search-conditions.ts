import { type SQL, sql } from 'drizzle-orm'
import type { EventId } from '../../../shared/ids.ts'
import { escapeText } from './lossless-text.ts'
import { blobs } from './schema/content.ts'
import { messages } from './schema/log.ts'

/** Must be identical to the expression of the index in the migration; otherwise the index is not used. */
const words = sql`message_words(${messages.content}, ${messages.data})`
const vector = sql`to_tsvector('simple'::regconfig, left(${words}, 100000))`

/** The conditions of a search. An event matches if it meets one of them. */
export type Conditions = readonly SQL[]

/** Returns the conditions of a search for words and for the literal text, which indexes cover. */
export function indexedConditions(text: string): Conditions {
  const wanted = escapeText(text)
  const ofWords = sql`@@ websearch_to_tsquery('simple'::regconfig, ${wanted})`
  const pattern = `%${escapeLike(wanted)}%`
  const parts = [...withFile(pattern), sql`${TEXTS_OF_FILES} ${fileVector} ${ofWords}`]
  return [asItStands(wanted), sql`${vector} ${ofWords}`, sql`${messages.id} in (${sql.join(parts, sql` union `)})`]
}

/** Returns the conditions of a search for a literal text among these events, which no index covers. */
export function literalConditions(text: string, { from, to }: SearchedRange): Conditions {
  const wanted = escapeText(text)
  const inRange = sql`and event_id >= ${from} and event_id < ${to}`
  const parts = withFile(`%${escapeLike(wanted)}%`).map((part) => sql`${part} ${inRange}`)
  return [withoutIndex(wanted), sql`${messages.id} in (${sql.join(parts, sql` union `)})`]
}

/** Events from one id up to, and without, another. */
export interface SearchedRange {
  readonly from: EventId
  readonly to: EventId
}

function asItStands(wanted: string): SQL {
  return sql`${words} ilike ${`%${escapeLike(wanted)}%`}`
}

/**
 * The condition for a text that no index covers, so that every event is read. `ilike` first converts the whole event to
 * small letters; this compares the stored bytes with each way to write the text in capitals, which is faster, most of
 * all where a script has no capitals. The JSON text of the data contains the wanted text as it is, unless it is written
 * with an escape; only those events are read in full.
 */
function withoutIndex(wanted: string): SQL {
  const spellings = inCapitals(wanted)
  if (spellings === null || /[\\/]/.test(wanted)) return asItStands(wanted)
  const patterns = spellings.map((spelling) => `%${escapeLike(spelling)}%`)
  const contains = (text: SQL): SQL =>
    sql`(${sql.join(
      patterns.map((pattern) => sql`${text} like ${pattern}`),
      sql` or `,
    )})`
  const data = sql`${messages.data}::text`
  return sql`(${contains(sql`${messages.content}`)}
    or ((${contains(data)} or ${data} like ${String.raw`%\\u%`}) and ${asItStands(wanted)}))`
}

/** More letters would make too many spellings. */
const MAX_SPELLINGS = 8

/** Returns the text with each of its letters as a capital and not; null: there are too many. */
export function inCapitals(text: string): readonly string[] | null {
  let spellings = ['']
  for (const character of text) {
    const forms = new Set([character, character.toLowerCase(), character.toUpperCase()])
    spellings = spellings.flatMap((start) => [...forms].map((form) => start + form))
    if (spellings.length > MAX_SPELLINGS) return null
  }
  return spellings
}

/** Must be identical to the expression of the index in the migration. */
const fileVector = sql`to_tsvector('simple'::regconfig, left(coalesce(${blobs.content}, ''), 100000))`

const TEXTS_OF_FILES = sql`select event_id from attachments join blobs using (sha256) where`

/** The events that refer to a file with a matching name or text. One query for each index. */
function withFile(pattern: string): readonly SQL[] {
  return [
    sql`select event_id from attachments where name ilike ${pattern}`,
    sql`${TEXTS_OF_FILES} ${blobs.content} ilike ${pattern}`,
  ]
}

/** Returns whether the text is one word without three consecutive letters or digits: it has no trigram. */
export function isTooShort(text: string): boolean {
  return !/[\s"]|[\p{L}\p{N}]{3}/u.test(text)
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}
