import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from 'postgres'
import type { ComponentState } from '../../../shared/engine-state.ts'
import type { Logger } from '../../core/ports/system-ports.ts'
import type { Target } from './database-clients.ts'
import { openSingle } from './database-clients.ts'
import { toStorageError } from './storage-error.ts'
import { run } from './statements.ts'

/** The permanent connection. It holds the session's advisory locks; losing it counts as losing the database. */
export interface DatabaseLink {
  readonly client: Sql
  state(): ComponentState
  onStateChange(listener: (state: ComponentState) => void): () => void
  /** Runs each time the connection is back, before the state reports it. A rejection means that it is not back yet. */
  onRestored(restore: () => Promise<void>): void
  close(): Promise<void>
}

export interface LinkOptions {
  readonly target: Target
  /** Text of that state while the database is available. */
  readonly label: string
  /** Restarts our embedded server; does nothing for a database at a URL. */
  readonly ensureServer: () => Promise<void>
  readonly logger: Logger
}

const RETRY_MS = 250
const SILENT: ComponentState = { state: 'error', message: 'The database does not answer, waiting for it' }
const CLOSE_LIMIT_MS = 5_000

export async function openLink({ target, label, ensureServer, logger }: LinkOptions): Promise<DatabaseLink> {
  const listeners = new Set<(state: ComponentState) => void>()
  const restorers: Array<() => Promise<void>> = []
  const well: ComponentState = { state: 'ok', message: label }
  let state = well
  let losses = 0
  let restoring: Promise<void> | null = null
  let closed = false

  const change = (next: ComponentState): void => {
    if (next.message === state.message) return
    state = next
    for (const listener of listeners) listener(next)
  }
  const onLoss = (): void => {
    losses += 1
    if (closed || restoring !== null) return
    logger.warn('The connection to the database was lost')
    change({ state: 'error', message: 'Connection to the database lost, trying again' })
    restoring = restore()
  }
  const restore = async (): Promise<void> => {
    while (!closed) {
      const before = losses
      const failure = await tryRestore()
      if (closed) return
      if (failure === null && losses === before) {
        restoring = null
        logger.info('The connection to the database is back')
        change(well)
        return
      }
      if (failure !== null)
        change({ state: 'error', message: `Connection to the database lost, trying again. ${failure}` })
      await delay(RETRY_MS)
    }
  }
  const tryRestore = async (): Promise<string | null> => {
    try {
      await ensureServer()
      await run(client)`select 1`
      for (const restorer of restorers) await restorer()
      return null
    } catch (error) {
      return toStorageError(error).message
    }
  }

  const client = openSingle(target, () => onLoss())
  try {
    await run(client)`select 1`
  } catch (error) {
    closed = true
    await client.end({ timeout: 1 })
    throw error
  }
  const unwatch = watchLink(client, target, (isSilent) => {
    if (closed || restoring !== null) return
    if (isSilent) logger.warn('The database does not answer; what was asked of it waits')
    else logger.info('The database answers again')
    change(isSilent ? SILENT : well)
  })
  return {
    client,
    state: () => state,
    onStateChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onRestored: (restorer) => restorers.push(restorer),
    async close() {
      closed = true
      unwatch()
      // Otherwise a server that is just being started would be held after its engine has left.
      await Promise.race([restoring, delay(CLOSE_LIMIT_MS, undefined, { ref: false })])
      await client.end({ timeout: 1 })
    },
  }
}

function watchLink(client: Sql, target: Target, onSilence: (isSilent: boolean) => void): () => void {
  return watchAnswers({
    ask: () => run(client)`select 1`,
    askAnew: () => askAnew(target),
    onSilence,
    onDeadConnections() {
      for (const socket of target.sockets ?? []) socket.destroy()
    },
  })
}

async function askAnew(target: Target): Promise<void> {
  const client = openSingle(target)
  try {
    await run(client)`select 1`
  } finally {
    await client.end({ timeout: 1 })
  }
}

/** Interval between two probes, ms. */
const ASK_EVERY_MS = 1_000
/**
 * After this time without an answer, a probe counts as unanswered, ms. With the interval, silence is reported within 3
 * s.
 */
const SILENCE_MS = 2_000
/** Interval between attempts to open a new connection while the silence lasts, ms. */
const TRY_ANEW_EVERY_MS = 10_000

interface WatchedDatabase {
  /** Sends a probe over the permanent connection. */
  ask(): Promise<unknown>
  /** Sends a probe over a new connection; rejects if none can be opened within a few seconds. */
  askAnew(): Promise<unknown>
  /** Called with true when the database stops answering, and with false when it answers again. */
  onSilence(isSilent: boolean): void
  /** Called when new connections are answered but the old ones are not: their pending answers will never arrive. */
  onDeadConnections(): void
}

/**
 * Watches whether a database answers. A server that hangs, or a network link that was cut silently, closes no
 * connection for many minutes. Pending statements are not cancelled while the database hangs, because they may still be
 * carried out. Returns a function that ends the watch.
 */
export function watchAnswers({ ask, askAnew, onSilence, onDeadConnections }: WatchedDatabase): () => void {
  let askedAt: number | null = null
  let isSilent = false
  let triedAt = 0

  const question = async (): Promise<void> => {
    askedAt = performance.now()
    // A broken connection is detected elsewhere.
    await ask().catch(() => undefined)
    askedAt = null
    if (!isSilent) return
    isSilent = false
    onSilence(false)
  }
  const tryAnew = async (): Promise<void> => {
    const answered = await askAnew().then(
      () => true,
      () => false,
    )
    if (answered && isSilent) onDeadConnections()
  }
  const look = (): void => {
    if (askedAt === null) return void question()
    const silence = performance.now() - askedAt
    if (silence < SILENCE_MS) return
    if (!isSilent) {
      isSilent = true
      triedAt = 0
      onSilence(true)
    }
    if (silence - triedAt < TRY_ANEW_EVERY_MS) return
    triedAt = silence
    void tryAnew()
  }

  const timer = setInterval(look, ASK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
