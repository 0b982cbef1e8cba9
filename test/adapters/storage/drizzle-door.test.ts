import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

const STORAGE = join(import.meta.dirname, '../../../src/main/adapters/storage')

/**
 * Statements of the driver's own, which pass neither Drizzle nor `statements.ts`, and why. Files that are not listed have
 * none.
 */
const PAST_THE_DOOR: Readonly<Record<string, { readonly count: number; readonly because: string }>> = {
  'statements.ts': { count: 3, because: 'it is the door: templates of Drizzle, with typed rows, and commands' },
  'transactions.ts': { count: 2, because: 'it makes the clients of transactions that the door is given' },
}

const VERBS =
  'select|insert|update|delete|with|lock|set|begin|commit|rollback|listen|analyze|vacuum|create|drop|alter|truncate|checkpoint|reindex'

/** The number of tagged templates of the driver, and of calls of its `unsafe`, in the text of a file. */
function statementsPastTheDoor(text: string): number {
  const isOfDrizzle = /import \{[^}]*\bsql\b[^}]*\} from 'drizzle-orm'/.test(text)
  const code = text.replaceAll(/^\s*(?:\*|\/\/|\/\*).*$/gm, '')
  const tagged = [...code.matchAll(new RegExp(`(?<!\`)\\b(\\w+)\`(?=\\s*(?:${VERBS})\\b)`, 'gi'))]
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
  ['await run(client)`select 1`', 0],
  ['await rowsOf(client, SCHEMA)`\n  select 1`', 0],
  ['await client.unsafe(TEXT)', 1],
  ['await client.unsafe(`select ${columns}`)', 1],
  ['// client`select 1`', 0],
  ['const text = `select 1`', 0],
  ["throw new Error('The folder `drizzle` with migrations')", 0],
  ['/** Of `blobs`. */', 0],
])('%s counts as %i', (text, count) => {
  expect(statementsPastTheDoor(text)).toBe(count)
})

it('is passed by no statement that is not listed', () => {
  const found = globSync('**/*.ts', { cwd: STORAGE }).flatMap((path) => {
    const count = statementsPastTheDoor(readFileSync(join(STORAGE, path), 'utf8'))
    return count === 0 ? [] : [[path.replaceAll('\\', '/'), count] as const]
  })
  const counts = Object.entries(PAST_THE_DOOR).map(([file, { count }]) => [file, count] as const)
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(counts))
})
