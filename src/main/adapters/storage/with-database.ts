import type { Sql } from 'postgres'

import type { Result } from '../../../shared/result.ts'
import { openSingle } from './database-clients.ts'
import { countOthers, markAlive } from './engine-session.ts'
import { type DatabasePlace, locateDatabase, migrateAt } from './locate-database.ts'
import { toResult } from './storage-error.ts'

/** No engine has it: work on the database without one. */
const NO_SESSION = 0

/**
 * Works on the database without an engine, over one connection without time limits; brings the schema up to date first.
 * Engines may run on it meanwhile. The embedded server is stopped afterwards if no engine uses it.
 */
export async function withDatabase<T>(
  place: DatabasePlace,
  work: (client: Sql) => Promise<Result<T>>,
): Promise<Result<T>> {
  const done = await toResult(async () => {
    const located = await locateDatabase(place)
    let last = false
    try {
      await migrateAt(located)
      const client = openSingle(located.target)
      try {
        // The last engine that closes would otherwise stop the server during the work.
        await markAlive(client, NO_SESSION)
        const result = await work(client)
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
