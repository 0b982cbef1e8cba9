import { and, desc, lt, or, sql } from 'drizzle-orm'
import type { LogSearch } from '../../core/ports.ts'
import type { Database } from './database-clients.ts'
import { toEvents } from './event-row.ts'
import { escapeText } from './lossless-text.ts'
import { messages } from './schema.ts'
import { attempt } from './storage-error.ts'

/** As in the index of the migration, to the letter: otherwise it is not used. */
const words = sql`message_words(${messages.content}, ${messages.data})`
const vector = sql`to_tsvector('simple'::regconfig, left(${words}, 100000))`

/** Words by the full text index (`"a phrase"`, `or`, `-not`), and the text as it stands, parts of words too, by trigrams. */
export function createLogSearch(database: Database): LogSearch {
  return {
    async find(text, { limit, beforeId }) {
      const wanted = escapeText(text)
      const query = sql`websearch_to_tsquery('simple'::regconfig, ${wanted})`
      const found = await attempt(() =>
        database
          .select()
          .from(messages)
          .where(
            and(
              lt(messages.id, beforeId),
              or(sql`${vector} @@ ${query}`, sql`${words} ilike ${`%${escapeLike(wanted)}%`}`),
            ),
          )
          .orderBy(desc(messages.id))
          .limit(limit),
      )
      return found.ok ? toEvents(found.value) : found
    },
  }
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}
