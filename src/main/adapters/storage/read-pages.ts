import type { ISql, PendingQuery, Row } from 'postgres'

let cursors = 0

/**
 * Reads the rows of a query in a transaction, `size` at a time. The driver's own cursor does not survive the end of its
 * connection: its next page is never answered, and asking for it throws where nobody can catch it.
 */
export async function* readPages(
  sql: ISql,
  query: PendingQuery<Row[]>,
  size: number,
): AsyncGenerator<readonly Row[], void> {
  const name = `page_${++cursors}`
  await sql`declare ${sql(name)} no scroll cursor for ${query}`
  try {
    for (;;) {
      const rows = await sql.unsafe(`fetch ${size} from ${name}`)
      if (rows.length > 0) yield rows
      if (rows.length < size) return
    }
  } finally {
    // In a failed transaction, or without a connection, the cursor is gone already.
    await sql.unsafe(`close ${name}`).catch(() => undefined)
  }
}
