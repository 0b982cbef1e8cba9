import { rmSync, closeSync, constants, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { makeSocketDirectory } from './server-paths.ts'
import { serverCommand, serverEnvironment, type ServerRunner } from './server-runner.ts'
import { runToEnd, startProcess } from '../../start-process.ts'
import { type RunAs, spawnIdentity } from './run-as.ts'

/** Only a part of the socket's name: the server does not listen on the network. */
const SOCKET_PORT = 5432

/**
 * For Linux and macOS: a unix socket in a private directory, and a watchdog that stops the server after the last
 * engine.
 */
export function posixRunner(): ServerRunner {
  let membership: Membership | null = null
  const leave = (): void => {
    if (membership !== null) releaseServer(membership)
    membership = null
  }
  return {
    async start(plan) {
      leave()
      const { paths, runAs } = plan
      makeSocketDirectory(paths.socketDirectory, runAs)
      for (const suffix of ['', '.lock']) {
        rmSync(join(paths.socketDirectory, `.s.PGSQL.${SOCKET_PORT}${suffix}`), { force: true })
      }
      const listening = [
        'listen_addresses=',
        `port=${SOCKET_PORT}`,
        `unix_socket_directories=${quoted(paths.socketDirectory)}`,
        'unix_socket_permissions=0700',
      ]
      const command = serverCommand(plan, listening)
      const started = await startWatched({ pipe: paths.engines, log: paths.log, directory: paths.home, command, runAs })
      membership = started.membership
      return { ended: started.ended }
    },
    join({ paths }) {
      const joined = acquireServer(paths.engines)
      leave()
      membership = joined
      return joined !== null
    },
    leave,
    host: ({ paths }) => paths.socketDirectory,
    stop: (pid, hard) => signal(pid, hard ? 'SIGQUIT' : 'SIGINT'),
  }
}

/** Quotes a path, because the setting is a list: a name with a comma or a space needs quotes. */
function quoted(path: string): string {
  return `"${path.replaceAll('"', '""')}"`
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has already ended.
  }
}

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
type Membership = number

interface WatchedServer {
  readonly membership: Membership
  /** Resolves when the server has ended for any reason. */
  readonly ended: Promise<void>
}

interface WatchedCommand {
  readonly pipe: string
  readonly log: string
  readonly directory: string
  readonly command: readonly string[]
  readonly runAs: RunAs
}

/** Joins a running server. Null: no process reads the pipe, so the server is stopping or has lost its watchdog. */
function acquireServer(pipe: string): Membership | null {
  try {
    return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch {
    return null
  }
}

function releaseServer(membership: Membership): void {
  closeSync(membership)
}

/** Starts the server under a watchdog, in its own session, so that Ctrl+C in a terminal does not reach it. */
async function startWatched(options: WatchedCommand): Promise<WatchedServer> {
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
    reaches: 'nothing',
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
