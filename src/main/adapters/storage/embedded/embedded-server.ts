import { existsSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '../../../core/ports/system-ports.ts'
import { withFileLock } from '../../file-lock.ts'
import { type Binaries, prepareBinaries } from './binaries.ts'
import { SERVER_USER, ensureCluster } from './cluster.ts'
import { endedByCrash, markCrash } from './crash-mark.ts'
import { damageText, throwIfDiskFull } from './damaged-cluster.ts'
import { chooseServerLocation } from './choose-server-location.ts'
import { posixRunner } from './posix-runner.ts'
import { postmasterFile, readPostmasterFile } from './postmaster-file.ts'
import { isInUse, isServerOf, processState } from './process-probe.ts'
import type { ServerPlan, ServerRunner } from './server-runner.ts'
import { readPassword, setNewPassword } from './set-password.ts'
import { windowsRunner } from './windows-runner.ts'

export interface ServerAddress {
  /** The directory of a socket, or an address. */
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
}

/**
 * The PostgreSQL server in a data directory, shared by all engines on it
 * (docs/decisions/2026-11-20-embedded-server.md).
 */
export interface EmbeddedServer {
  /** The folder with all its files. */
  readonly home: string
  /**
   * Adopts the running server or starts one; also called after the server was lost. Rejects with a message for the
   * user.
   */
  ensure(): Promise<ServerAddress>
  /** Releases the server. `last`: no other engine uses it, so wait until it has stopped. */
  leave(last: boolean): Promise<void>
  /** Replaces a connection error with a more specific one where this server has one. */
  explain(error: unknown): unknown
}

const POLL_MS = 5
/** Crash recovery of many unwritten changes takes a while; a start that takes longer than this has failed. */
const START_LIMIT_MS = 120_000
const STOP_LIMIT_MS = 10_000
const ATTEMPTS = 3
/** Bytes. A server that starts and stops every day writes about this much in five years. */
const LOG_LIMIT = 4_000_000

/** `programs`: of an older PostgreSQL, whose data is read; missing: those that ikigai brings. */
export async function createEmbeddedServer(
  dataDirectory: string,
  logger: Logger,
  programs?: Binaries,
): Promise<EmbeddedServer> {
  const { paths, runAs } = await chooseServerLocation(dataDirectory, logger)
  const plan: ServerPlan = { paths, runAs, binaries: programs ?? prepareBinaries(runAs, logger) }
  const runner = process.platform === 'win32' ? windowsRunner() : posixRunner()
  let current: number | null = null
  return {
    home: paths.home,
    ensure: () =>
      withFileLock(paths.startLock, async () => {
        await ensureCluster(paths, plan.binaries, runAs)
        await ensurePassword(plan, logger)
        const { pid, port } = await runServer(plan, runner)
        current = pid
        const password = readPassword(paths.password) ?? ''
        return { host: runner.host(plan), port, user: SERVER_USER, password, database: 'postgres' }
      }),
    async leave(last) {
      runner.leave(last)
      if (last && current !== null) await stopped(current, STOP_LIMIT_MS)
      current = null
    },
    explain(error) {
      const isRefused = error instanceof Error && 'code' in error && error.code === '28P01'
      return isRefused ? new Error(wrongPassword(paths.password)) : error
    },
  }
}

function wrongPassword(file: string): string {
  return `The database refused the password in ${file}. Close ikigai everywhere, delete that file and start it again to set a new password.`
}

/** Replaces a lost password, which needs a database that is not in use. */
async function ensurePassword(plan: ServerPlan, logger: Logger): Promise<void> {
  const { cluster, password } = plan.paths
  if (readPassword(password) !== null) return
  const running = readPostmasterFile(cluster)
  if (running !== null && isServerOf(running.pid, cluster)) {
    throw new Error(
      `The file with the database's password is gone (${password}), and another ikigai uses the database. Close that one and start it again to set a new password.`,
    )
  }
  await removeStalePid(cluster)
  await setNewPassword(plan)
  logger.warn('The file with the password of the database was gone; a new password was set', { file: password })
}

/** Returns a ready server that we hold. A server that stops while it is being adopted is replaced. */
async function runServer(plan: ServerPlan, runner: ServerRunner): Promise<{ pid: number; port: number }> {
  const { log } = plan.paths
  // A longer log is emptied by the start.
  const before = sizeOf(log) > LOG_LIMIT ? 0 : sizeOf(log)
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const adopted = await adopt(plan, runner)
    if (adopted !== null) return adopted
    const started = await start(plan, runner)
    if (started !== null) return started
  }
  throw new Error(notStarted(plan, lastMessages(log, before)))
}

async function adopt(plan: ServerPlan, runner: ServerRunner): Promise<{ pid: number; port: number } | null> {
  const { cluster } = plan.paths
  const found = readPostmasterFile(cluster)
  if (found === null || !isServerOf(found.pid, cluster)) return null
  if (runner.join(plan)) {
    const ended = (): boolean => processState(found.pid) !== 'running'
    return whenReady(cluster, ended)
  }
  await stopServer(found.pid, runner)
  return null
}

async function start(plan: ServerPlan, runner: ServerRunner): Promise<{ pid: number; port: number } | null> {
  const { cluster, home, log } = plan.paths
  await removeStalePid(cluster)
  if (endedByCrash(cluster)) markCrash(home)
  if (sizeOf(log) > LOG_LIMIT) truncateSync(log)
  const before = sizeOf(log)
  const { ended } = await runner.start(plan)
  let over = false
  void ended.then(() => (over = true))
  const ready = await whenReady(cluster, () => over)
  if (ready === null) {
    // Otherwise this process would hold the next server, also after it has closed it.
    runner.leave(false)
    const reason = lastMessages(log, before)
    throwIfDiskFull(reason)
    if (reason.includes('FATAL')) throw new Error(notStarted(plan, reason))
  }
  return ready
}

/**
 * Removes the pid file of a killed server, which would prevent the next start. The file is removed only when none of
 * the server's processes is left; otherwise postgres itself decides.
 */
async function removeStalePid(cluster: string): Promise<void> {
  const limit = performance.now() + STOP_LIMIT_MS
  while (isInUse(cluster)) {
    if (performance.now() > limit) return
    await delay(POLL_MS)
  }
  rmSync(postmasterFile(cluster), { force: true })
}

/** Null: the server ended before it was ready. Rejects when it is not ready within the limit, ms. */
export async function whenReady(
  cluster: string,
  ended: () => boolean,
  limitMs = START_LIMIT_MS,
): Promise<{ pid: number; port: number } | null> {
  const limit = performance.now() + limitMs
  while (!ended()) {
    const file = readPostmasterFile(cluster)
    if (file?.ready) return { pid: file.pid, port: file.port }
    if (performance.now() > limit) throw new Error(`The database in ${cluster} was not ready within two minutes.`)
    await delay(POLL_MS)
  }
  return null
}

async function stopServer(pid: number, runner: ServerRunner): Promise<void> {
  runner.stop(pid, false)
  if (await stopped(pid, STOP_LIMIT_MS)) return
  runner.stop(pid, true)
  await stopped(pid, STOP_LIMIT_MS)
}

async function stopped(pid: number, limitMs: number): Promise<boolean> {
  const limit = performance.now() + limitMs
  while (processState(pid) === 'running') {
    if (performance.now() > limit) return false
    await delay(POLL_MS)
  }
  return true
}

function sizeOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0
}

function notStarted({ paths: { home, cluster } }: ServerPlan, reason: string): string {
  return [`The database in ${cluster} did not start.`, damageText(reason, home), reason].filter(Boolean).join(' ')
}

/** Returns the last complaints in the server's log after this position. */
function lastMessages(log: string, since: number): string {
  if (!existsSync(log)) return ''
  const lines = readFileSync(log).subarray(since).toString('utf8').split('\n')
  const complaints = lines.filter((line) => /FATAL|PANIC|ERROR|HINT|error|^postgres: /.test(line)).slice(-3)
  return `PostgreSQL says: ${(complaints.length > 0 ? complaints : lines.slice(-3)).join(' ').trim()} (${log})`
}
