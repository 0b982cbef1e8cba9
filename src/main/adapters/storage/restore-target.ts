import { createHash } from 'node:crypto'

import type { Sql, TransactionSql } from 'postgres'
import { z } from 'zod'

import { err, ok, refuse, type Result } from '../../../shared/result.ts'
import type { BackupRows, RestoreTarget } from '../../core/ports/backup-ports.ts'
import { hasTable } from './backup-source.ts'
import { copyIn } from './copy-rows.ts'
import { freeUnused, isFreeDue } from './dead-space.ts'
import { countOthers } from './engine-session.ts'
import { knownMigrations } from './migrate-database.ts'
import { settledTransaction } from './settled-transaction.ts'
import { codeOf, OUTCOME_UNKNOWN, toResult, toStorageError } from './storage-error.ts'
import { withholdRights } from './withhold-rights.ts'
import { command, run } from './statements.ts'

/** Bytes of a piece, as the store of files writes them. */
const PIECE = 1024 * 1024
const LINE_END = 0x0a

const heldSchema = z.tuple([
  z.object({ agents: z.coerce.number(), events: z.coerce.number(), others: z.coerce.number() }),
])

/** What an error of `use` is thrown as, to undo the transaction. */
class Undone extends Error {
  readonly result: Result<never>
  constructor(result: Result<never>) {
    super('undone')
    this.result = result
  }
}

/** Restores into this database. Needs a client with a single connection that has no time limits. */
export function createRestoreTarget(client: Sql): RestoreTarget {
  return {
    schemas: knownMigrations(),
    async write(use, limits) {
      try {
        const withheld = await settledTransaction(
          client,
          async (transaction) => {
            const problem = await whyNotEmpty(transaction)
            if (problem !== null) throw new Undone(refuse(problem))
            // What an engine that was opened and closed again has left.
            for (const table of ['drafts', 'settings', 'sessions']) await command(transaction, `delete from ${table}`)
            // The agents get the home that opens the database next.
            if (await hasTable(transaction, 'homes')) await run(transaction)`delete from homes`
            const used = await use({
              rows: ({ table, columns, body }) => copyIn(transaction, table, columns, body),
              blob: (rows) => writeBlob(transaction, rows),
            })
            if (!used.ok) throw new Undone(used)
            const taken = limits === null ? [] : await withholdRights(transaction, limits)
            await continueSequences(transaction)
            return taken
          },
          { isThere: async (found) => (await whyNotEmpty(found)) !== null },
        )
        // For speed only: what is restored is restored, and the server does the same some time later.
        await toResult(() => run(client)`analyze`)
        return ok(withheld)
      } catch (error) {
        if (error instanceof Undone) {
          await freeFailed(client)
          return error.result
        }
        const failure = toStorageError(error)
        if (codeOf(error) === OUTCOME_UNKNOWN) return err(failure)
        await freeFailed(client)
        return err({ ...failure, message: `Nothing was restored. ${failure.message}` })
      }
    },
  }
}

/** Gives the space of rows that were rolled back to the disk. What fails is left to the next start, as after a kill. */
async function freeFailed(client: Sql): Promise<void> {
  await toResult(async () => (await isFreeDue(client)) && (await freeUnused(client)))
}

/** Tables that are empty in a new database, beside agents and events. An older schema has fewer. */
const OTHERS = ['mail', 'blobs', 'queued_prompts', 'stream_journal'] as const

async function whyNotEmpty(transaction: Sql | TransactionSql): Promise<string | null> {
  const counts = ['0']
  for (const table of OTHERS) if (await hasTable(transaction, table)) counts.push(`(select count(*) from ${table})`)
  const rows = await command(
    transaction,
    `
    select (select count(*) from agents) as agents, (select count(*) from messages) as events,
      ${counts.join(' + ')} as others`,
  )
  const [{ agents, events, others }] = heldSchema.parse([...rows])
  if (agents + events + others > 0) {
    return `The database is not empty (agents: ${agents}, events: ${events}), and nothing was changed. Restore into a new data directory: set IKIGAI_DATA_DIR to a folder that does not exist yet and run this again; start ikigai with the same IKIGAI_DATA_DIR. Or move the present data directory away first.`
  }
  return (await countOthers(transaction)) > 0
    ? 'Another ikigai uses this database, and nothing was changed. Close it and run this again.'
    : null
}

async function continueSequences(transaction: TransactionSql): Promise<void> {
  for (const [table, column] of [
    ['messages', 'id'],
    ['mail', 'id'],
    ['sessions', 'id'],
    ['queued_prompts', 'position'],
  ] as const) {
    if (!(await hasTable(transaction, table))) continue
    await command(
      transaction,
      `select setval(pg_get_serial_sequence('${table}', '${column}'), coalesce(max(${column}), 1), max(${column}) is not null) from ${table}`,
    )
  }
}

/** The pieces come first: those of a stored file cannot be added to. */
async function writeBlob(transaction: TransactionSql, { columns, body }: BackupRows): Promise<void> {
  const end = body.indexOf(LINE_END)
  const fields = Buffer.from(body.subarray(0, end)).toString('utf8').split('\t')
  const field = (name: string): string => fields[columns.indexOf(name)] ?? ''
  const bytes = body.subarray(end + 1)
  if (createHash('sha256').update(bytes).digest('hex') !== field('sha256')) {
    throw new Error(`The bytes of the attached file ${field('sha256').slice(0, 12)} are not those of its hash.`)
  }
  for (let start = 0; start < bytes.length; start += PIECE) {
    const piece = Buffer.from(bytes.subarray(start, start + PIECE))
    await run(
      transaction,
    )`insert into blob_pieces (upload, start, data) values (${field('upload')}, ${start}, ${piece})`
  }
  await copyIn(transaction, 'blobs', columns, body.subarray(0, end + 1))
}
