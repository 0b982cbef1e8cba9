import type { Result } from '../../../shared/result.ts'
import { checkDatabase } from './check-database.ts'
import { openSingle } from './database-clients.ts'
import { parseDatabaseUrl } from './database-url.ts'
import { toResult } from './storage-error.ts'

/** Connects as the app would and reads what exists; creates nothing. Returns a description, never the password. */
export function testDatabase(url: string): Promise<Result<string>> {
  return toResult(async () => {
    const target = parseDatabaseUrl(url)
    const client = openSingle(target)
    try {
      const { version, isUsed } = await checkDatabase(client)
      const before = isUsed ? 'ikigai has used it before' : 'empty of ikigai’s tables so far'
      return `PostgreSQL ${version} at ${target.label}; ${before}.`
    } finally {
      await client.end({ timeout: 1 })
    }
  })
}
