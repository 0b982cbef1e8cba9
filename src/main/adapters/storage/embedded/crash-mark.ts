import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the control file has the state of the cluster: `state` of `ControlFileData` in PostgreSQL's pg_control.h. */
const STATE_OFFSET = 16
/** DB_SHUTDOWNED and DB_SHUTDOWNED_IN_RECOVERY of the same file. */
const SHUT_DOWN: ReadonlySet<number> = new Set([1, 2])

/** Returns whether the server of a cluster that does not run has ended without a shutdown; false if that is not known. */
export function endedByCrash(cluster: string): boolean {
  const state = Buffer.alloc(4)
  try {
    const file = openSync(join(cluster, 'global', 'pg_control'), 'r')
    try {
      if (readSync(file, state, 0, state.length, STATE_OFFSET) < state.length) return false
    } finally {
      closeSync(file)
    }
  } catch {
    return false
  }
  return !SHUT_DOWN.has(state.readInt32LE())
}

/** Notes that the database should be checked. The note outlives a command that only happens to be the first after the crash. */
export function markCrash(home: string): void {
  writeFileSync(markFile(home), randomUUID(), { mode: 0o600, flush: true })
}

/** Returns the note of the last crash that no check has settled; null: there is none. */
export function crashMark(home: string): string | null {
  try {
    return readFileSync(markFile(home), 'utf8')
  } catch {
    return null
  }
}

/** Removes the note that was there before a check, and keeps that of a later crash. */
export function settleCrash(home: string, mark: string | null): void {
  if (mark !== null && crashMark(home) === mark) rmSync(markFile(home), { force: true })
}

function markFile(home: string): string {
  return join(home, 'crashed')
}
