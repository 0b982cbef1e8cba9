import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

const STORAGE = join(import.meta.dirname, '../../../src/main/adapters/storage')

/**
 * Statements of the driver's own, which go past Drizzle. What can be moved is moved, and no file gets more of them: the
 * numbers only fall. Files that are not listed have none.
 */
const PAST_DRIZZLE: Readonly<Record<string, number>> = {
  'agent-locks.ts': 4,
  'backup-source.ts': 12,
  'check-database.ts': 1,
  'check-health.ts': 3,
  'commit-connection.ts': 1,
  'copy-rows.ts': 3,
  'database-link.ts': 4,
  'dead-space.ts': 15,
  'engine-session.ts': 4,
  'event-store.ts': 1,
  'hashed-agents.ts': 1,
  'homes.ts': 9,
  'journal-rows.ts': 1,
  'log-copy.ts': 2,
  'log-transfer.ts': 10,
  'migrate-database.ts': 5,
  'peers.ts': 4,
  'purge-redacted.ts': 10,
  'read-disclosure.ts': 3,
  'read-heads.ts': 3,
  'read-pages.ts': 2,
  'replace-write-ahead-log.ts': 16,
  'restore-target.ts': 6,
  'search-indexes.ts': 11,
  'settled-transaction.ts': 2,
  'sql-reader-role.ts': 9,
  'sql-reader.ts': 9,
  'transactions.ts': 2,
  'verify-events.ts': 5,
  'when-free.ts': 6,
  'withhold-rights.ts': 13,
}

const VERBS =
  'select|insert|update|delete|with|lock|set|begin|commit|rollback|listen|analyze|vacuum|create|drop|alter|truncate|checkpoint|reindex'

/** The number of tagged templates of the driver, and of calls of its `unsafe`, in the text of a file. */
function statementsPastDrizzle(text: string): number {
  const isOfDrizzle = /import \{[^}]*\bsql\b[^}]*\} from 'drizzle-orm'/.test(text)
  const code = text.replaceAll(/^\s*(?:\*|\/\/|\/\*).*$/gm, '')
  const tagged = [...code.matchAll(new RegExp(`\\b(\\w+)\`(?=\\s*(?:${VERBS})\\b)`, 'gi'))]
  const ofDriver = tagged.filter(([, tag]) => tag !== 'sql' || !isOfDrizzle)
  return ofDriver.length + [...code.matchAll(/\.unsafe\(/g)].length
}

it.each([
  ['await client`select 1`', 1],
  ["import { sql } from 'drizzle-orm'\nawait database.execute(sql`select 1`)", 0],
  ['await sql`select 1`', 1],
  ['await client`\n  select 1`', 1],
  ['await database.$client`select 1`', 1],
  ["import { eq, sql } from 'drizzle-orm'\nawait transaction`select 1`", 1],
  ['await client.unsafe(TEXT)', 1],
  ['await client.unsafe(`select ${columns}`)', 1],
  ['// client`select 1`', 0],
  ['const text = `select 1`', 0],
  ['/** Of `blobs`. */', 0],
])('%s counts as %i', (text, count) => {
  expect(statementsPastDrizzle(text)).toBe(count)
})

it('is passed by no statement that is not listed', () => {
  const found = globSync('**/*.ts', { cwd: STORAGE }).flatMap((path) => {
    const count = statementsPastDrizzle(readFileSync(join(STORAGE, path), 'utf8'))
    return count === 0 ? [] : [[path.replaceAll('\\', '/'), count] as const]
  })
  expect(Object.fromEntries(found)).toEqual(PAST_DRIZZLE)
})
