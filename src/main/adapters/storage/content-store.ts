import { createHash, randomUUID } from 'node:crypto'

import { sql } from 'drizzle-orm'

import { ATTACHMENT_KINDS, type AttachmentKind, type FileFacts } from '../../../shared/attachment.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { ContentStore, InspectedFile, StagedFile } from '../../core/ports/content-ports.ts'
import type { Database } from './database-clients.ts'
import { escapeText, unescapeText } from './lossless-text.ts'
import { blobPieces } from './schema/content.ts'
import { toResult, storageError } from './storage-error.ts'

/**
 * Largest piece that is ever written, bytes. A read therefore begins at most this far before its offset. It also bounds
 * what client and server hold in memory.
 */
const MAX_PIECE = 1024 * 1024

const COLUMNS = sql`sha256, bytes, media_type, kind, width, height, pages, characters`

/**
 * Stores files as pieces in PostgreSQL. A file is written piece by piece and becomes visible with its row in `blobs`.
 */
export function createContentStore(database: Database): ContentStore {
  return {
    stage: () => stageFile(database),
    find: (hashes) =>
      toResult(async () => {
        const rows = await database.execute(
          sql`select ${COLUMNS} from blobs where sha256 = any(${arrayOf(hashes)}::text[])`,
        )
        return new Map(rows.map((row) => [String(row['sha256']), fileFactsOf(row)]))
      }),
    claim: (hashes) =>
      toResult(async () => {
        const rows = await database.execute(claim(hashes))
        return new Map(rows.map((row) => [String(row['sha256']), fileFactsOf(row)]))
      }),
    read: (sha256, offset, length) =>
      toResult(async () => {
        const [row] = await database.execute(sql`select upload from blobs where sha256 = ${sha256}`)
        return row === undefined ? new Uint8Array() : readPieces(database, String(row['upload']), offset, length)
      }),
    texts: (hashes) =>
      toResult(async () => {
        const rows = await database.execute(sql`
          select sha256, content from blobs where sha256 = any(${arrayOf(hashes)}::text[]) and content is not null`)
        return new Map(rows.map((row) => [String(row['sha256']), unescapeText(String(row['content']))]))
      }),
    sweep: () =>
      toResult(async () => {
        await database.execute(sql`
          delete from blob_pieces as piece
          where not exists (select from blobs where blobs.upload = piece.upload) and not exists (
            select from blob_pieces as newer
            where newer.upload = piece.upload and newer.created_at > clock_timestamp() - interval '1 day')`)
        const [row] = await database.execute(sql`select remove_unused_files(interval '7 days') as files`)
        return Number(row?.['files'])
      }),
  }
}

/** Waits for a removal that has the rows. The time is written once an hour at most. */
const claim = (hashes: readonly string[]) => sql`
with known as (
  select ${COLUMNS} from blobs where sha256 = any(${arrayOf(hashes)}::text[]) order by sha256 for key share),
used as (
  insert into file_uses (sha256) select sha256 from known
  on conflict (sha256) do update set used_at = excluded.used_at
  where file_uses.used_at < excluded.used_at - interval '1 hour')
select * from known`

function stageFile(database: Database): StagedFile {
  const upload = randomUUID()
  const hash = createHash('sha256')
  let size = 0
  return {
    async append(bytes) {
      for (let from = 0; from < bytes.length; from += MAX_PIECE) {
        const piece = bytes.subarray(from, from + MAX_PIECE)
        const added = await toResult(async () => {
          await database.insert(blobPieces).values({ upload, start: size, data: Buffer.from(piece) })
          return null
        })
        if (!added.ok) return added
        hash.update(piece)
        size += piece.length
      }
      return ok(null)
    },
    sha256: () => hash.copy().digest('hex'),
    read: (offset, length) => toResult(() => readPieces(database, upload, offset, length)),
    store: (inspected) => storeFile(database, { upload, sha256: hash.copy().digest('hex'), bytes: size }, inspected),
    discard: async () => void (await toResult(() => removePieces(database, upload))),
  }
}

async function storeFile(
  database: Database,
  {
    upload,
    sha256,
    bytes,
  }: {
    readonly upload: string
    readonly sha256: string
    readonly bytes: number
  },
  { media_type: mediaType, kind, width, height, pages, text }: InspectedFile,
): Promise<Result<FileFacts>> {
  const stored = await toResult(async () => {
    const sizes = [width ?? null, height ?? null, pages ?? null] as const
    const content = text === null ? null : escapeText(text)
    // The sum is checked in the same statement: pieces of an upload that lasted for days may have been removed.
    await database.execute(sql`
      insert into blobs (sha256, upload, bytes, media_type, kind, width, height, pages, content, characters)
      select ${sha256}, ${upload}, ${bytes}, ${mediaType}, ${kind}, ${sizes[0]}::int, ${sizes[1]}::int,
        ${sizes[2]}::int, ${content}::text, ${text?.length ?? null}::int
      where ${bytes}::bigint = (select coalesce(sum(length(data)), 0) from blob_pieces where upload = ${upload})
      on conflict do nothing`)
    // A file that was stored before may be old: without a claim it could be removed before an event refers to it.
    await database.execute(claim([sha256]))
    return database.execute(sql`select upload, ${COLUMNS} from blobs where sha256 = ${sha256}`)
  })
  if (!stored.ok) return stored
  const [row] = stored.value
  if (row === undefined) return err(storageError('Pieces of the file are missing. Send it again.', true))
  if (row['upload'] !== upload) await toResult(() => removePieces(database, upload))
  return ok(fileFactsOf(row))
}

async function removePieces(database: Database, upload: string): Promise<null> {
  await database.execute(sql`
    delete from blob_pieces where upload = ${upload} and not exists (select from blobs where upload = ${upload})`)
  return null
}

/** Reads one piece at a time at most twice: the result and the piece that it is copied from. */
async function readPieces(database: Database, upload: string, offset: number, length: number): Promise<Uint8Array> {
  const rows = await database.execute(sql`
    select start, substring(data from greatest(1, ${offset}::bigint - start + 1)::int for ${length}::int) as data
    from blob_pieces
    where upload = ${upload} and start > ${offset}::bigint - ${MAX_PIECE}::bigint
      and start < ${offset}::bigint + ${length}::bigint and start + length(data) > ${offset}::bigint
    order by start`)
  const parts = rows.flatMap((row) => (row['data'] instanceof Uint8Array ? [row['data']] : []))
  const [only] = parts
  const joined = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts)
  return joined.subarray(0, length)
}

/** The hashes as one parameter. They consist of hexadecimal digits. */
function arrayOf(hashes: readonly string[]): string {
  return `{${hashes.join(',')}}`
}

type Row = Readonly<Record<string, unknown>>

/** The columns of a row of `blobs`. */
export function fileFactsOf(row: Row): FileFacts {
  return {
    sha256: String(row['sha256']),
    media_type: String(row['media_type']),
    kind: kindOf(String(row['kind'])),
    bytes: Number(row['bytes']),
    ...sizeOf(row, 'width'),
    ...sizeOf(row, 'height'),
    ...sizeOf(row, 'pages'),
    ...sizeOf(row, 'characters'),
  }
}

function sizeOf(row: Row, name: 'width' | 'height' | 'pages' | 'characters'): Partial<Record<typeof name, number>> {
  const value = row[name]
  return typeof value === 'number' ? { [name]: value } : {}
}

/** A kind of a newer version counts as any file. */
function kindOf(name: string): AttachmentKind {
  return ATTACHMENT_KINDS.find((kind) => kind === name) ?? 'file'
}
