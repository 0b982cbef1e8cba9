import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { advice } from '../../../../shared/advice.ts'
import { startProcess } from '../../start-process.ts'
import type { Binaries } from './binaries.ts'
import { throwIfDiskFull, wayBack } from './damaged-cluster.ts'
import type { RunAs } from './run-as.ts'
import { changeOwner, spawnIdentity } from './run-as.ts'
import { serverEnvironment } from './server-runner.ts'
import type { ServerPaths } from './server-paths.ts'

export const SERVER_USER = 'ikigai'

/** Options of every initdb. Without the locale settings and with LANG unset, initdb creates an SQL_ASCII database. */
const INITDB_OPTIONS = [
  `--username=${SERVER_USER}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
]

/**
 * Ensures that a complete cluster exists. A new one is created in a temporary sibling directory and renamed when it is
 * complete, including its password; an incomplete one is never opened. Must be called while holding the start lock.
 */
export async function ensureCluster(paths: ServerPaths, binaries: Binaries, runAs: RunAs): Promise<void> {
  removeStaleFiles(paths.home)
  finishUpgrade(paths.home)
  if (!existsSync(paths.home)) await makeCluster(paths.home, binaries, runAs)
  checkMajor(paths, binaries.major, runAs)
}

/** Where a new database is complete, before it takes the place of the one that was upgraded. */
export function finishedUpgrade(home: string): string {
  return `${home}.upgraded`
}

/** After a crash between two renames: otherwise an empty database would be made. */
function finishUpgrade(home: string): void {
  if (existsSync(home) || !existsSync(finishedUpgrade(home))) return
  renameSync(finishedUpgrade(home), home)
  flushDirectory(dirname(home))
}

function removeStaleFiles(home: string): void {
  for (const entry of readdirSync(dirname(home))) {
    if (!entry.startsWith(`${basename(home)}.new-`)) continue
    try {
      rmSync(join(dirname(home), entry), { recursive: true, force: true, maxRetries: 3 })
    } catch {
      // An initdb that lost its parent process may still be writing there; the next start removes the directory.
    }
  }
}

async function makeCluster(home: string, binaries: Binaries, runAs: RunAs): Promise<void> {
  const draft = `${home}.new-${randomBytes(4).toString('hex')}`
  const password = join(draft, 'password')
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(password, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true })
  changeOwner(password, 0o600, runAs)
  changeOwner(draft, 0o700, runAs)
  await initialize(
    [`--pgdata=${join(draft, 'cluster')}`, `--pwfile=${password}`, ...INITDB_OPTIONS],
    draft,
    binaries,
    runAs,
  )
  renameSync(draft, home)
  flushDirectory(dirname(home))
}

async function initialize(
  options: readonly string[],
  directory: string,
  binaries: Binaries,
  runAs: RunAs,
): Promise<void> {
  const started = await startProcess(binaries.initdb, options, {
    ...spawnIdentity(runAs),
    cwd: directory,
    env: serverEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    reaches: 'nothing',
  })
  if (!started.ok) throw new Error(`The database could not be created: ${started.error.message}`)
  const child = started.value
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)))
  const { promise, resolve } = Promise.withResolvers<number | null>()
  child.once('close', resolve)
  const code = await promise
  if (code !== 0) throwIfDiskFull(output)
  if (code !== 0) throw new Error(`The database could not be created: ${output.trim().split('\n').slice(-4).join(' ')}`)
}

/** A new name survives a power failure only if its directory was flushed. Windows has no such call. */
export function flushDirectory(path: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

function checkMajor({ home, cluster }: ServerPaths, major: number, runAs: RunAs): void {
  const found = majorOf(cluster) ?? mendedMajor(cluster, runAs)
  if (found === major) return
  if (found === null) {
    throw new Error(`The file PG_VERSION in ${cluster} is empty or damaged, and so are its copies. ${wayBack(home)}`)
  }
  throw new Error(
    `The database in ${cluster} was written by PostgreSQL ${found}, and this version of ikigai brings PostgreSQL ${major}. Nothing was changed. ` +
      (found > major ? 'Update ikigai.' : advice('upgrade')),
  )
}

/** The major version that wrote a cluster. Null: its version file is missing, empty or damaged. */
export function majorOf(directory: string): number | null {
  const path = join(directory, 'PG_VERSION')
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return /^\d{1,3}\n?$/.test(text) ? Number(text) : null
}

/** Writes the cluster's version again from the copy in the directory of its first database, which is always there. */
function mendedMajor(cluster: string, runAs: RunAs): number | null {
  const found = majorOf(join(cluster, 'base', '1'))
  if (found === null) return null
  const path = join(cluster, 'PG_VERSION')
  writeFileSync(path, `${found}\n`, { mode: 0o600, flush: true })
  changeOwner(path, 0o600, runAs)
  return found
}
