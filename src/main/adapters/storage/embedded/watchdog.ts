import { closeSync, constants, existsSync, openSync } from 'node:fs'

import { runToEnd, startProcess } from '../../start-process.ts'
import type { RunAs } from './run-as.ts'
import { spawnIdentity } from './run-as.ts'
import { serverEnvironment } from './server-environment.ts'

/**
 * The small parent process of the server. It runs as long as the server and reads from the named pipe that every engine
 * holds open for writing. The pipe ends when the last engine has exited or crashed; then the script stops the server.
 * Nothing is ever written to the pipe. $1 is the pipe, $2 the log, the rest is the server's command.
 */
const SCRIPT = `
pipe=$1 log=$2
shift 2
"$@" </dev/null >>"$log" 2>&1 &
server=$!
{
  echo watching
  exec >/dev/null
  while read -r _; do :; done
  exec </dev/null
  kill -INT "$server"
} <"$pipe" &
watch=$!
exec >/dev/null
wait "$server"
kill "$watch" 2>/dev/null
`

/** Our end of the pipe. The server keeps running while it is open. */
export type Membership = number

export interface WatchedServer {
  readonly membership: Membership
  /** Resolves when the server has ended for any reason. */
  readonly ended: Promise<void>
}

export interface WatchedCommand {
  readonly pipe: string
  readonly log: string
  readonly directory: string
  readonly command: readonly string[]
  readonly runAs: RunAs
}

/** Joins a running server. Null: no process reads the pipe, so the server is stopping or has lost its watchdog. */
export function acquireServer(pipe: string): Membership | null {
  try {
    return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch {
    return null
  }
}

export function releaseServer(membership: Membership): void {
  closeSync(membership)
}

/** Starts the server under a watchdog, in its own session, so that Ctrl+C in a terminal does not reach it. */
export async function startWatched(options: WatchedCommand): Promise<WatchedServer> {
  if (!existsSync(options.pipe)) {
    const made = runToEnd('mkfifo', ['-m', '600', options.pipe], { ...spawnIdentity(options.runAs), cwd: '/' })
    if (made.status !== 0) throw new Error(`The pipe of the database could not be made: ${made.stderr.trim()}`)
  }
  // The writing end cannot be opened without a reader; ours is open until the watchdog has opened the pipe.
  const keepOpen = openSync(options.pipe, constants.O_RDONLY | constants.O_NONBLOCK)
  const membership = openSync(options.pipe, constants.O_WRONLY | constants.O_NONBLOCK)
  try {
    const { ended } = await spawnWatchdog(options)
    return { membership, ended }
  } catch (error) {
    closeSync(membership)
    throw error
  } finally {
    closeSync(keepOpen)
  }
}

/**
 * Resolves when the watchdog reads the pipe. The promise of its end is wrapped in an object, because a promise of a
 * promise would be awaited.
 */
async function spawnWatchdog({
  pipe,
  log,
  directory,
  command,
  runAs,
}: WatchedCommand): Promise<{ ended: Promise<void> }> {
  const started = await startProcess('/bin/sh', ['-c', SCRIPT, 'ikigai-database', pipe, log, ...command], {
    ...spawnIdentity(runAs),
    cwd: directory,
    env: serverEnvironment(),
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  if (!started.ok) throw new Error(started.error.message)
  const child = started.value
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const { promise: watching, resolve } = Promise.withResolvers<void>()
  child.stdout?.once('data', () => resolve())
  child.stdout?.once('end', () => resolve())
  await watching
  child.stdout?.destroy()
  child.unref()
  return { ended }
}
