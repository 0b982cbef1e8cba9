import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { Sql, TransactionSql } from 'postgres'
import { z } from 'zod'

import type { BackupTable } from '../../../shared/backup-manifest.ts'
import { command, run } from './statements.ts'

/** Bytes of rows after which a part ends; a part is held in memory. */
const PART = 16 * 1024 * 1024
/** Bytes of one message to the server. */
const CHUNK = 1024 * 1024
const LINE_END = 0x0a

const pieceSchema = z.instanceof(Uint8Array)
const namesSchema = z.array(z.object({ name: z.string() }))

/** Returns the columns that are stored, in their order. */
export async function columnsOf(client: Sql | TransactionSql, table: BackupTable): Promise<readonly string[]> {
  const rows = await run(client)`
    select attname as name from pg_attribute
    where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`
  return namesSchema.parse(rows).map(({ name }) => name)
}

export function quoted(columns: readonly string[]): string {
  return columns.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ')
}

/**
 * Yields the rows of a query in COPY's text format, in parts of whole lines. `onRow` gets the first column of each row. A
 * caller may stop early: the rest is read and dropped, because the connection can do nothing else before.
 */
export async function* copyOut(
  client: TransactionSql,
  query: string,
  onRow: (first: string) => void,
): AsyncGenerator<Buffer> {
  const stream = await command(client, `copy (${query}) to stdout`).readable()
  try {
    let lines: Buffer[] = []
    let size = 0
    let rest: Buffer = Buffer.alloc(0)
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      const part = pieceSchema.parse(chunk)
      const bytes = rest.length === 0 ? Buffer.from(part) : Buffer.concat([rest, part])
      let from = 0
      for (let end = bytes.indexOf(LINE_END); end !== -1; end = bytes.indexOf(LINE_END, from)) {
        onRow(firstField(bytes.subarray(from, end)))
        lines.push(bytes.subarray(from, end + 1))
        size += end + 1 - from
        from = end + 1
        if (size < PART) continue
        yield Buffer.concat(lines)
        lines = []
        size = 0
      }
      rest = bytes.subarray(from)
    }
    if (size > 0) yield Buffer.concat(lines)
  } finally {
    if (!stream.destroyed) for await (const _ of stream) continue
    resumeSocket(stream)
  }
}

/**
 * The driver pauses its socket while the stream is full, and resumes it when the stream asks for more. A stream that has
 * ended does not ask again, and then the connection would receive nothing any more.
 */
function resumeSocket(stream: Readable): void {
  try {
    stream._read(0)
  } catch {
    // The connection has ended since, and the driver has no socket to resume.
  }
}

function firstField(line: Buffer): string {
  const tab = line.indexOf('\t')
  return line.toString('latin1', 0, tab === -1 ? line.length : tab)
}

/** Writes rows in COPY's text format. */
export async function copyIn(
  client: TransactionSql,
  table: BackupTable,
  columns: readonly string[],
  rows: Uint8Array,
): Promise<void> {
  const stream = await command(client, `copy "${table}" (${quoted(columns)}) from stdin`).writable()
  await pipeline(Readable.from(chunksOf(rows)), stream)
}

function* chunksOf(bytes: Uint8Array): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += CHUNK) yield Buffer.from(bytes.subarray(from, from + CHUNK))
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** Returns the value of a field in COPY's text format; null: it is null. */
export function unescapeCopied(field: string): string | null {
  if (field === String.raw`\N`) return null
  return field.includes('\\') ? field.replaceAll(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter) : field
}
