import type { Sql } from 'postgres'
import type { TurnId } from '../../../shared/ids.ts'
import type { Logger } from '../../core/ports/system-ports.ts'
import type { StreamJournal } from '../../core/ports/storage-ports.ts'
import type { JournalPart, ResponseBuffer } from './journal-buffer.ts'
import { createResponseBuffer } from './journal-buffer.ts'
import { writeJournal } from './journal-rows.ts'
import type { Recovery } from './recover-turns.ts'

/**
 * Time from the start of one write to the start of the next. Text is on disk at most 250 ms after it arrived: this wait
 * and a write, or two slow writes.
 */
const FLUSH_MS = 100
const RETRY_MS = 500

/** The journal, with the operations that a commit needs. */
export interface SettlingJournal extends Omit<StreamJournal, 'read'> {
  /** Stops writing these turns; resolves when no write of them is under way any more. */
  hold(turnIds: readonly TurnId[]): Promise<void>
  /** Their rows were deleted (`settled`), or not: then writing continues. */
  release(turnIds: readonly TurnId[], settled: boolean): Promise<void>
  /** Writes once more whatever is pending. */
  close(): Promise<void>
}

/** All running turns share one write: one INSERT for everything that arrived in the last 100 ms. */
export function createStreamJournal(client: Sql, session: number, recovery: Recovery, logger: Logger): SettlingJournal {
  const buffers = new Map<TurnId, ResponseBuffer>()
  // The responses that were streaming when their commit began; the commit does not settle a response that begins later.
  const held = new Map<TurnId, ResponseBuffer | undefined>()
  let responses = 0
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> | null = null
  let dirty = false
  let failing = false
  let closed = false

  const schedule = (ms: number): void => {
    if (timer === null && writing === null && !closed) timer = setTimeout(flush, ms)
  }
  const touch = (): void => {
    if (dirty) return
    dirty = true
    schedule(FLUSH_MS)
  }
  const flush = (): void => {
    timer = null
    dirty = false
    const batch = collect()
    if (batch.length === 0) return
    const start = performance.now()
    writing = write(batch).finally(() => {
      writing = null
      if (failing) dirty = true
      if (dirty) schedule(failing ? RETRY_MS : Math.max(0, FLUSH_MS - (performance.now() - start)))
    })
  }
  const collect = (): Array<{ buffer: ResponseBuffer; parts: readonly JournalPart[] }> =>
    [...buffers.values()].flatMap((buffer) => {
      const parts = held.has(buffer.turnId) ? [] : buffer.unwritten()
      return parts.length === 0 ? [] : [{ buffer, parts }]
    })
  const write = async (batch: ReturnType<typeof collect>): Promise<void> => {
    try {
      await writeJournal(client, session, batch)
      for (const { buffer, parts } of batch) buffer.written(parts)
      failing = false
    } catch (error) {
      if (!failing)
        logger.warn('The journal of running turns could not be written; trying again', { error: String(error) })
      failing = true
    }
  }
  return {
    begin(agentId, turnId, choice) {
      buffers.set(turnId, createResponseBuffer(agentId, turnId, choice, ++responses))
      touch()
    },
    append(turnId, event) {
      const buffer = buffers.get(turnId)
      if (buffer === undefined) return
      buffer.append(event)
      touch()
    },
    recover: recovery.recover,
    async hold(turnIds) {
      for (const turnId of turnIds) held.set(turnId, buffers.get(turnId))
      if (turnIds.length > 0) await writing
    },
    async release(turnIds, settled) {
      for (const turnId of turnIds) {
        const buffer = held.get(turnId)
        held.delete(turnId)
        if (settled && buffers.get(turnId) === buffer) buffers.delete(turnId)
      }
      await recovery.released(turnIds)
      if (turnIds.length > 0) touch()
    },
    async close() {
      closed = true
      if (timer !== null) clearTimeout(timer)
      await writing
      const batch = collect()
      if (batch.length > 0) await write(batch)
    },
  }
}
