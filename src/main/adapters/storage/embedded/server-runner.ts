import type { Binaries } from './binaries.ts'
import type { RunAs } from './run-as.ts'
import type { ServerPaths } from './server-paths.ts'

/** The parameters of a start. */
export interface ServerPlan {
  readonly paths: ServerPaths
  readonly binaries: Binaries
  readonly runAs: RunAs
}

/** Starts, holds, reaches and stops a server; one implementation per operating system. */
export interface ServerRunner {
  /** Starts a server and holds it. `ended` resolves when it has ended for any reason. */
  start(plan: ServerPlan): Promise<{ readonly ended: Promise<void> }>
  /** Holds a server that is already running. False: it is stopping, or nothing would ever stop it. */
  join(plan: ServerPlan): boolean
  /** Releases the server. `last`: no other engine uses it. */
  leave(last: boolean): void
  /** The directory of a socket, or an address. */
  host(plan: ServerPlan): string
  /** Makes the server close its connections and stop; `hard`: without a checkpoint. */
  stop(pid: number, hard: boolean): void
}

/**
 * Settings for a single desktop: little memory, no replication and no process for it, every commit on disk. Unused
 * connections cost nothing, and the app and each command line that runs at the same time need about four.
 */
const SETTINGS = [
  'shared_buffers=16MB',
  'max_connections=60',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_logical_replication_workers=0',
  'fsync=on',
  'synchronous_commit=on',
  'log_checkpoints=off',
  // The default of 1 GB would fill a small disk during an import, and stays for as long as nothing else is written.
  'max_wal_size=256MB',
]

/** Since PostgreSQL 18. */
const NEWER_SETTINGS = ['io_method=sync']
const NEWER_SINCE = 18

/** Returns the command of a server with these settings for listening. */
export function serverCommand({ paths, binaries }: ServerPlan, listening: readonly string[]): readonly string[] {
  const newer = binaries.major < NEWER_SINCE ? [] : NEWER_SETTINGS
  const settings = [...SETTINGS, ...newer, ...listening].flatMap((setting) => ['-c', setting])
  return [binaries.postgres, '-D', paths.cluster, ...settings]
}

/**
 * Returns the environment of the server's programs, without variables that would change their behaviour (`PGPORT`,
 * `PGOPTIONS`, `LANG`) and without our keys.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'SYSTEMROOT', 'TEMP', 'TMP', 'TMPDIR']
  const inherited = kept.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(inherited), LC_ALL: 'C' }
}
