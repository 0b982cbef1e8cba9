import type { Binaries } from './binaries.ts'
import type { RunAs } from './run-as.ts'
import type { ServerPaths } from './server-paths.ts'

/** What a start needs to know. */
export interface ServerPlan {
  readonly paths: ServerPaths
  readonly binaries: Binaries
  readonly runAs: RunAs
}

/** How a server is started, held, reached and stopped: what differs between systems, behind one face. */
export interface ServerRunner {
  /** Starts a server and holds it. `ended` resolves when it has ended, however. */
  start(plan: ServerPlan): Promise<{ readonly ended: Promise<void> }>
  /** Holds a server that is running already; false: it is stopping, or nothing would ever stop it. */
  join(plan: ServerPlan): boolean
  /** Lets go. `last`: no other engine uses the server. */
  leave(last: boolean): void
  /** A directory with a socket, or an address. */
  host(plan: ServerPlan): string
  /** Tells the server to end its connections and stop; `hard`: without a checkpoint. */
  stop(pid: number, hard: boolean): void
}

/**
 * Settings for one desktop: little memory, no replication, every commit on disk. Connections cost nothing until they are
 * used, and an app with several command lines beside it needs about four each.
 */
const SETTINGS = [
  'shared_buffers=16MB',
  'max_connections=60',
  'wal_level=minimal',
  'max_wal_senders=0',
  'io_method=sync',
  'fsync=on',
  'synchronous_commit=on',
  'log_checkpoints=off',
]

/** The command of a server that listens as `listening` says. */
export function serverCommand({ paths, binaries }: ServerPlan, listening: readonly string[]): readonly string[] {
  const settings = [...SETTINGS, ...listening].flatMap((setting) => ['-c', setting])
  return [binaries.postgres, '-D', paths.cluster, ...settings]
}
