import { createHash } from 'node:crypto'
import { lstat, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'

import { ok, type Result } from '../../../shared/result.ts'
import type { Repository } from './find-repository.ts'
import { runGit } from './run-git.ts'
import { makeFolder } from '../../make-folder.ts'

/**
 * A directory that ikigai uses in place of `.git`: its configuration, attributes and index are used, not those of a
 * repository.
 */
export interface GitDirectory {
  /** What `GIT_DIR` names. */
  readonly directory: string
  /** The work tree. */
  readonly top: string
  /** The saved folder, relative to `top`, with `/`; empty: `top` itself. */
  readonly prefix: string
  /** The repository whose object store is used; null: the directory has one of its own. */
  readonly repository: Repository | null
  /** Environment of commands on the saved folder. */
  readonly env: Readonly<Record<string, string>>
  readonly indexPath: string
  readonly isNewIndex: boolean
  /** Where another engine finds the index afterwards. */
  readonly restingIndexPath: string
}

/** Attributes that change contents are off, so that files are stored byte for byte and no filter runs. */
const ATTRIBUTES = '* -text -eol -crlf -ident -filter -working-tree-encoding !diff !merge\n'

/** Folders that hold what can be made again, for folders without a `.gitignore`. */
const EXCLUDED_OUTSIDE_GIT = ['node_modules/', '.venv/', 'venv/', '__pycache__/', '.DS_Store']

interface OpeningOptions {
  readonly parent: string
  readonly env: Readonly<Record<string, string>>
  /** Never saved. */
  readonly dataDirectory: string
}

/** Opens ikigai's git directory for one folder, and makes it if needed. `parent`: the folder of all of them. */
export async function openGitDirectory(
  folder: string,
  repository: Repository | null,
  { parent, env, dataDirectory }: OpeningOptions,
): Promise<Result<GitDirectory>> {
  const top = repository?.top ?? folder
  const prefix = relative(top, folder).split(sep).join('/')
  const kind = repository === null ? 'shadow' : 'git'
  const name = createHash('sha256').update(`${kind}\0${top}\0${prefix}`).digest('hex').slice(0, 32)
  const directory = join(parent, name)
  const own = { ...env, GIT_DIR: directory, GIT_WORK_TREE: top }
  if (!(await isComplete(directory))) {
    const made = await make(directory, repository, { env: own, cwd: parent })
    if (!made.ok) return made
  }
  await writeFile(join(directory, 'info', 'exclude'), (await excluded(repository)) + ownPattern(top, dataDirectory))
  const restingIndexPath = join(directory, 'index')
  const indexPath = join(directory, `index-${process.pid}`)
  const isNewIndex = !(await claimIndex(directory, restingIndexPath, indexPath))
  const objects = repository === null ? {} : { GIT_OBJECT_DIRECTORY: join(repository.commonDirectory, 'objects') }
  const full = { ...own, ...objects, GIT_INDEX_FILE: indexPath }
  return ok({ directory, top, prefix, repository, env: full, indexPath, isNewIndex, restingIndexPath })
}

/** Makes the directory under another name first: several engines may begin with a folder at the same time. */
async function make(
  directory: string,
  repository: Repository | null,
  { env, cwd }: { readonly env: Readonly<Record<string, string>>; readonly cwd: string },
): Promise<Result<null>> {
  const temporary = await mkdtemp(`${directory}-`)
  const filled = await fill(temporary, repository, { env: { ...env, GIT_DIR: temporary }, cwd })
  if (filled.ok && (await moved(temporary, directory))) return filled
  // Another engine was faster, or an earlier version of ikigai ended before its directory was complete.
  if (filled.ok && !(await isComplete(directory))) {
    await rm(directory, { recursive: true, force: true })
    await rename(temporary, directory)
  } else await rm(temporary, { recursive: true, force: true })
  return filled
}

async function fill(
  directory: string,
  repository: Repository | null,
  { env, cwd }: { readonly env: Readonly<Record<string, string>>; readonly cwd: string },
): Promise<Result<null>> {
  const format = repository === null ? 'sha1' : await objectFormat(repository)
  const made = await runGit({ args: ['init', '--quiet', '--template=', `--object-format=${format}`], cwd, env })
  if (!made.ok) return made
  const config = await readFile(join(directory, 'config'), 'utf8')
  await writeFile(join(directory, 'config'), `${config}${SETTINGS}`)
  makeFolder(join(directory, 'info'))
  await writeFile(join(directory, 'info', 'attributes'), ATTRIBUTES)
  await writeFile(join(directory, 'ready'), '')
  return ok(null)
}

async function isComplete(directory: string): Promise<boolean> {
  return (await lstat(join(directory, 'ready')).catch(() => null)) !== null
}

const SETTINGS = `[core]
\tfsmonitor = false
\thooksPath = /dev/null
\tautocrlf = false
\tsparseCheckout = false
\tfileMode = true
\tlogAllRefUpdates = false
\tpreloadIndex = true
[gc]
\tauto = 0
[index]
\tversion = 4
[checkout]
\tworkers = 0
`

/** The one setting of a repository that its objects depend on, read as text. */
async function objectFormat({ commonDirectory }: Repository): Promise<string> {
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
 * Takes the index that an earlier process left: it contains which files are unchanged. Every process has a file of its
 * own, so that two never write the same one. Returns whether there was one.
 */
async function claimIndex(directory: string, resting: string, own: string): Promise<boolean> {
  await rm(`${own}.lock`, { force: true })
  if (await moved(resting, own)) return true
  for (const name of await readdir(directory)) {
    const pid = /^index-(\d+)$/.exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid)) && (await moved(join(directory, name), own))) return true
  }
  return (await lstat(own).catch(() => null)) !== null
}

/** Makes the commit HEAD of our directory; null: a HEAD without a commit. */
export async function writeHead(directory: string, commit: string | null): Promise<void> {
  const path = join(directory, `HEAD-${process.pid}`)
  await writeFile(path, `${commit ?? 'ref: refs/heads/none'}\n`)
  await rename(path, join(directory, 'HEAD'))
}

export async function moved(from: string, to: string): Promise<boolean> {
  return rename(from, to).then(
    () => true,
    () => false,
  )
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
