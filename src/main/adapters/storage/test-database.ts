import type { Result } from '../../../shared/result.ts'
import { openSingle } from './database-clients.ts'
import { parseDatabaseUrl } from './database-url.ts'
import { toResult } from './storage-error.ts'

/** Connects as the app would and reads what exists; creates nothing. Returns a description, never the password. */
export function testDatabase(url: string): Promise<Result<string>> {
  return toResult(async () => {
    const target = parseDatabaseUrl(url)
    const client = openSingle(target)
    try {
      const [row] = await client`
        select current_setting('server_version') as version,
               has_database_privilege(current_database(), 'CREATE') as may_create,
               to_regclass('drizzle.__drizzle_migrations') is not null as used`
      if (row?.['may_create'] !== true) throw new Error('The user may not create tables in this database.')
      const before = row['used'] === true ? 'ikigai has used it before' : 'empty of ikigai’s tables so far'
      return `PostgreSQL ${String(row['version'])} at ${target.label}; ${before}.`
    } finally {
      await client.end({ timeout: 1 })
    }
  })
}
