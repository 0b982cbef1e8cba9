import { type SQL, sql } from 'drizzle-orm'
import type { Row } from 'postgres'

import { command, run, type Runner } from './statements.ts'

let cursors = 0

/**
 * Reads the rows of a query in a transaction, `size` at a time. The driver's own cursor does not survive the end of its
 * connection: its next page is never answered, and asking for it throws where nobody can catch it.
 */
export async function* readPages(transaction: Runner, query: SQL, size: number): AsyncGenerator<readonly Row[], void> {
  const name = `page_${++cursors}`
  await run(transaction)`declare ${sql.identifier(name)} no scroll cursor for ${query}`
  try {
    for (;;) {
      const rows = await command(transaction, `fetch ${size} from ${name}`)
      if (rows.length > 0) yield rows
      if (rows.length < size) return
    }
  } finally {
    // In a failed transaction, or without a connection, the cursor is gone already.
    await command(transaction, `close ${name}`).catch(() => undefined)
  }
}
