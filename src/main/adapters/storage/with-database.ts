import type { Sql } from 'postgres'

import type { Result } from '../../../shared/result.ts'
import { openSingle } from './database-clients.ts'
import { countOthers, markAlive } from './engine-session.ts'
import { type DatabasePlace, locateDatabase, migrateAt } from './locate-database.ts'
import { checkSchema } from './migrate-database.ts'
import { toResult } from './storage-error.ts'

/** No engine has it: work on the database without one. */
const NO_SESSION = 0

interface SchemaWishes {
  /**
   * The schema that a new database gets before the work, as its newest migration (ms since the epoch); it is brought up to
   * date after the work. So what was written under that schema is migrated as it would have been where it came from.
   */
  readonly schema?: number
}

/**
 * Works on the database without an engine, over one connection without time limits; brings the schema up to date first.
 * Engines may run on it meanwhile. The embedded server is stopped afterwards if no engine uses it.
 */
export async function withDatabase<T>(
  place: DatabasePlace,
  work: (client: Sql) => Promise<Result<T>>,
  { schema }: SchemaWishes = {},
): Promise<Result<T>> {
  const done = await toResult(async () => {
    const located = await locateDatabase(place)
    let last = false
    try {
      if (place.programs === undefined) await migrateAt(located, schema)
      const client = openSingle(located.target)
      try {
        if (place.programs !== undefined) await checkSchema(client)
        // The last engine that closes would otherwise stop the server during the work.
        await markAlive(client, NO_SESSION)
        await located.copy.opened(client)
        const result = await work(client)
        if (result.ok && schema !== undefined) await migrateAt(located)
        await located.copy.ending(client)
        if ((await countOthers(client)) === 0) await located.copy.atEnd(client)
        last = (await countOthers(client)) === 0
        return result
      } finally {
        await client.end({ timeout: 1 })
      }
    } finally {
      await located.leave(last)
    }
  })
  return done.ok ? done.value : done
}
