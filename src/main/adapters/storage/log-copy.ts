import { setTimeout as delay } from 'node:timers/promises'

import type { Sql } from 'postgres'
import { z } from 'zod'

import { errorMessage, type Result } from '../../../shared/result.ts'
import type { BackupSource } from '../../core/ports/backup-ports.ts'
import type { Logger } from '../../core/ports/system-ports.ts'
import { createBackupSource } from './backup-source.ts'
import { openSingle, type Target } from './database-clients.ts'
import { type CleanEnd, lastOpening, noteCleanEnd, noteOpening, readCleanEnd } from './embedded/clean-end.ts'
import { countOthers } from './engine-session.ts'
import { toResult } from './storage-error.ts'
import { rowsOf, run } from './statements.ts'

/** Makes the copy for upgrades, beside the data directory. */
export interface CopyMaker {
  /** Of this ikigai. */
  readonly version: string
  /** Returns the time by which the copy is recognised (ISO); null: there is none that can be read. */
  readonly madeAt: () => Promise<string | null>
  /**
   * Adds what the copy does not hold yet. `checked`: reads the files that it has already, and replaces damaged ones.
   * Returns the time by which this state of the copy is recognised (ISO).
   */
  readonly complete: (source: BackupSource, how: { readonly checked: boolean }) => Promise<Result<string>>
}

/** Keeps the copy for upgrades complete (docs/backup.md#upgrades). Its methods never reject. */
export interface LogCopy {
  /** At the start: completes the copy before a migration, and after an update of ikigai. */
  beforeUse(client: Sql, migrates: boolean): Promise<void>
  /** After the session was marked as alive. */
  opened(client: Sql): Promise<void>
  /** Before the session is marked as ended. A use of the database that wrote nothing leaves the copy as it is. */
  ending(client: Sql): Promise<void>
  /**
   * At the end, when everything is recorded: completes the copy if no other ikigai uses the database. Uses a connection
   * of its own, because `link` has to answer meanwhile.
   */
  atEnd(link: Sql): Promise<void>
}

/** For a database of the user's own. */
export const NO_COPY: LogCopy = {
  beforeUse: async () => {},
  opened: async () => {},
  ending: async () => {},
  atEnd: async () => {},
}

/** How long closing waits for the copy, ms. One that takes longer counts as not complete. */
export const END_LIMIT_MS = 20_000

const usedSchema = z.array(z.object({ version: z.string().nullable(), isUsed: z.boolean() }))

interface CopyPlace {
  /** The folder of the embedded server. */
  readonly home: string
  readonly target: Target
  readonly logger: Logger
}

/**
 * Without a maker, no copy is made, but the use of the database is noted: the copy lacks what is recorded then.
 */
export function createLogCopy({ home, target, logger }: CopyPlace, maker: CopyMaker | undefined): LogCopy {
  /** The clean end before this use of the database: the copy held everything then. */
  let before: CleanEnd | null = null
  let opening: { readonly id: string | null; readonly next: string } | null = null
  let isUnused = false
  return {
    async beforeUse(client, migrates) {
      if (maker === undefined) return
      const { version, complete } = maker
      const needed = await toResult(async () => {
        const [found] = await rowsOf(
          client,
          usedSchema,
        )`select (select version from sessions order by id desc limit 1) as version,
            exists (select from messages) as "isUsed"`
        return found?.isUsed === true && (migrates || found.version !== version)
      })
      const made = !needed.ok || !needed.value ? needed : await complete(createBackupSource(client), { checked: true })
      if (!made.ok) logger.warn(`The copy for upgrades could not be made. ${made.error.message}`)
    },
    async opened(client) {
      before = readCleanEnd(home)
      try {
        noteOpening(home)
      } catch (error) {
        logger.warn('The use of the database could not be noted', { home, reason: errorMessage(error) })
      }
      const read = await toResult(() => nextTransaction(client))
      opening = read.ok ? { id: lastOpening(home), next: read.value } : null
    },
    async ending(client) {
      const unused = await toResult(
        async () => (await nextTransaction(client)) === opening?.next && (await countOthers(client)) === 0,
      )
      isUnused = unused.ok && unused.value
    },
    async atEnd(link) {
      if (maker === undefined) return
      const last = lastOpening(home)
      const ended = toResult(async () => {
        if (last === null || (await countOthers(link)) > 0) return
        const kept = isUnused && last === opening?.id ? before : null
        if (kept !== null && (await maker.madeAt()) === kept.madeAt) return noteCleanEnd(home, last, kept)
        const client = openSingle(target)
        try {
          const made = await maker.complete(createBackupSource(client), { checked: false })
          if (made.ok) noteCleanEnd(home, last, { madeAt: made.value })
        } finally {
          await client.end({ timeout: 1 })
        }
      })
      // A copy that takes longer ends with the server: the driver cannot close a connection while it copies.
      await Promise.race([ended, delay(END_LIMIT_MS, undefined, { ref: false })])
    },
  }
}

const nextSchema = z.array(z.object({ next: z.string() }))

/** Returns the id that the next transaction with changes will get, of any session on the database. */
async function nextTransaction(client: Sql): Promise<string> {
  const found = await run(client)`select pg_snapshot_xmax(pg_current_snapshot())::text as next`
  return nextSchema.parse([...found])[0]?.next ?? ''
}
