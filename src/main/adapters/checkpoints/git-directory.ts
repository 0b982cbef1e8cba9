import { createHash, randomBytes } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { lstat, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { isAbsolute, join, relative, sep } from 'node:path'

import { ok, type Result } from '../../../shared/result.ts'
import { runs } from '../running-process.ts'
import type { Repository } from './find-repository.ts'
import {
  makeDirectory,
  moved,
  nameOfPath,
  type ObjectFormat,
  type ObjectStore,
  openObjectStore,
  withObjectsOf,
} from './object-store.ts'
import { takeOldStates } from './old-states.ts'
import { notePlace } from './stored-places.ts'

/**
 * A directory that ikigai uses in place of `.git`: its configuration, attributes and index are used, not those of a
 * repository. New objects go into our own store; those of the repository are read.
 */
export interface GitDirectory {
  /** What `GIT_DIR` names. */
  readonly directory: string
  /** The work tree. */
  readonly top: string
  /** The saved folder, relative to `top`, with `/`; empty: `top` itself. */
  readonly prefix: string
  /** The repository whose objects are read; null: there is none. */
  readonly repository: Repository | null
  /** Which repository that is, as `identityOf` says. */
  readonly identity: string
  readonly store: ObjectStore
  /** Environment of commands on the saved folder. */
  readonly env: Readonly<Record<string, string>>
  readonly indexPath: string
  readonly isNewIndex: boolean
  /** Where another engine finds the index afterwards. */
  readonly restingIndexPath: string
}

/** Folders that hold what can be made again, for folders without a `.gitignore`. */
const EXCLUDED_OUTSIDE_GIT = ['node_modules/', '.venv/', 'venv/', '__pycache__/', '.DS_Store']

/** Opens ikigai's git directory for one folder, and makes it if needed. `parent`: the folder of all of them. */
export async function openGitDirectory(
  folder: string,
  repository: Repository | null,
  {
    parent,
    env,
    dataDirectory,
  }: {
    readonly parent: string
    readonly env: Readonly<Record<string, string>>
    /** Never saved. */
    readonly dataDirectory: string
  },
): Promise<Result<GitDirectory>> {
  const top = repository?.top ?? folder
  const prefix = relative(top, folder).split(sep).join('/')
  const format = repository === null ? 'sha1' : await objectFormat(repository)
  const kind = repository === null ? 'shadow' : 'git'
  const directory = join(parent, nameOfPath(kind, top, prefix, ...(format === 'sha1' ? [] : [format])))
  const store = await openObjectStore(format, parent, env)
  if (!store.ok) return store
  const made = await makeDirectory(directory, format, { env: { ...env, GIT_WORK_TREE: top }, cwd: parent })
  if (!made.ok) return made
  const identity = await identityOf(repository)
  await leaveOtherIndex(directory, identity)
  if (repository !== null) await takeOldStates(repository, store.value, env)
  await notePlace(parent, folder, { prefix, commonDirectory: repository?.commonDirectory ?? null })
  await writeFile(join(directory, 'info', 'exclude'), (await excluded(repository)) + ownPattern(top, dataDirectory))
  const restingIndexPath = join(directory, 'index')
  const indexPath = join(directory, `index-${process.pid}-${MACHINE}-${randomBytes(4).toString('hex')}`)
  const isNewIndex = !(await claimIndex(directory, restingIndexPath, indexPath))
  const full = {
    ...env,
    GIT_DIR: directory,
    GIT_WORK_TREE: top,
    GIT_OBJECT_DIRECTORY: join(store.value.directory, 'objects'),
    ...withObjectsOf(repository?.commonDirectory ?? null),
    GIT_INDEX_FILE: indexPath,
  }
  const facts = { identity, store: store.value, env: full, indexPath, isNewIndex, restingIndexPath }
  return ok({ directory, top, prefix, repository, ...facts })
}

/**
 * Returns what tells a repository from another one at the same path: its directories, by inode and time of birth, as far
 * as the file system has one. Nothing is written into the repository for this. Empty: there is none.
 */
export async function identityOf(repository: Repository | null): Promise<string> {
  if (repository === null) return ''
  const { commonDirectory } = repository
  const found = await Promise.all(
    [commonDirectory, join(commonDirectory, 'objects')].map(async (path) =>
      lstat(path, { bigint: true }).catch(() => null),
    ),
  )
  return found.map((each) => (each === null ? '' : `${each.dev}:${each.ino}:${each.birthtimeNs}`)).join(' ')
}

/**
 * Forgets the index of another repository that was at this path: files that it calls unchanged may have been stored in that
 * repository alone. With a new index every file is looked at again, and what is missing is stored.
 */
async function leaveOtherIndex(directory: string, identity: string): Promise<void> {
  const path = join(directory, 'repository')
  const before = await readFile(path, 'utf8').catch(() => null)
  if (before === identity) return
  if (before !== null) {
    for (const name of await readdir(directory)) {
      if (name === 'index' || isLeftIndex(name)) await rm(join(directory, name), { force: true })
    }
    await writeHead(directory, null)
  }
  await writeFile(path, identity)
}

/** The one setting of a repository that its objects depend on, read as text. */
export async function objectFormat({ commonDirectory }: Repository): Promise<ObjectFormat> {
  const config = await readFile(join(commonDirectory, 'config'), 'utf8').catch(() => '')
  return /^\s*objectformat\s*=\s*sha256\s*$/im.test(config) ? 'sha256' : 'sha1'
}

async function excluded(repository: Repository | null): Promise<string> {
  if (repository === null) return `${EXCLUDED_OUTSIDE_GIT.join('\n')}\n`
  return readFile(join(repository.commonDirectory, 'info', 'exclude'), 'utf8').catch(() => '')
}

/** Excludes the directory of our own data, if it is in the folder. */
function ownPattern(top: string, dataDirectory: string): string {
  const way = relative(top, dataDirectory).split(sep).join('/')
  return way === '' || way.startsWith('../') || isAbsolute(way)
    ? ''
    : `/${way.replaceAll(/[\\*?[\]!#]/g, String.raw`\$&`)}/\n`
}

/**
 * Takes the index that an earlier process left: it contains which files are unchanged. Every store has a file of its own,
 * so that two never write the same one: what one of them wrote would look unchanged to the other. Returns whether there
 * was one.
 */
async function claimIndex(directory: string, resting: string, own: string): Promise<boolean> {
  if (await moved(resting, own)) return true
  for (const name of await readdir(directory)) {
    if (isLeftIndex(name) && (await moved(join(directory, name), own))) return true
  }
  return false
}

/** Tells machines, and containers that share a data directory, from one another: in each the same pids occur. */
const MACHINE = createHash('sha256').update(`${hostname()} ${pidNamespace()}`).digest('hex').slice(0, 8)

/** Empty: the system has none. */
function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

/** Whether a process of this machine that was killed left the index. */
function isLeftIndex(name: string): boolean {
  const [, pid, machine] = /^index-(\d+)-([0-9a-f]{8})-[0-9a-f]{8}$/.exec(name) ?? []
  return machine === MACHINE && !runs(Number(pid))
}

/** Makes the commit HEAD of our directory; null: a HEAD without a commit. */
export async function writeHead(directory: string, commit: string | null): Promise<void> {
  const path = join(directory, `HEAD-${process.pid}`)
  await writeFile(path, `${commit ?? 'ref: refs/heads/none'}\n`)
  await rename(path, join(directory, 'HEAD'))
}

/** The files with patterns of ignored files that lie above a folder. */
export function ignoreFilesAbove(top: string, prefix: string): readonly string[] {
  const parts = prefix === '' ? [] : prefix.split('/')
  return parts.map((_, index) => join(top, ...parts.slice(0, index), '.gitignore'))
}

/** The user's file of such patterns (gitignore(5)). */
export function userIgnoreFile({ HOME, XDG_CONFIG_HOME }: GitDirectory['env']): string | null {
  if (XDG_CONFIG_HOME !== undefined && XDG_CONFIG_HOME !== '') return join(XDG_CONFIG_HOME, 'git', 'ignore')
  return HOME === undefined ? null : join(HOME, '.config', 'git', 'ignore')
}
