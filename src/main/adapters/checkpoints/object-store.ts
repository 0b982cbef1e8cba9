import { createHash } from 'node:crypto'
import { lstat, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { mapOk, ok, type Result } from '../../../shared/result.ts'
import { makeFolder } from '../../make-folder.ts'
import { FileLockBusy, withFileLock } from '../file-lock.ts'
import { runGit } from './run-git.ts'

type Environment = Readonly<Record<string, string>>

export type ObjectFormat = 'sha1' | 'sha256'

/**
 * The git objects of all states, in the data directory. Objects are named by their contents, so the states of all folders
 * share one store for each format, and a state stays readable wherever its folder is now. Nothing in a store has a ref,
 * and nothing is ever removed from it.
 */
export interface ObjectStore {
  /** A bare repository. */
  readonly directory: string
  /** Variables of commands that see the objects of this store alone. */
  readonly env: Environment
}

/** Returns the store, and makes it if needed. `parent`: the folder of all that is stored of checkpoints. */
export async function openObjectStore(
  format: ObjectFormat,
  parent: string,
  env: Environment,
): Promise<Result<ObjectStore>> {
  makeFolder(join(parent, 'objects'), { mode: 0o700 })
  const directory = join(parent, 'objects', format)
  const own = { ...env, GIT_DIR: directory }
  const made = await makeDirectory(directory, format, { env, cwd: parent })
  if (!made.ok) return made
  if (format === 'sha1') await takeObjectsOfFolders(parent, directory)
  return ok({ directory, env: own })
}

/** Variables with which git also reads the objects in a repository's directory. A quoted path may contain `:`. */
export function withObjectsOf(commonDirectory: string | null): Environment {
  if (commonDirectory === null) return {}
  const quoted = join(commonDirectory, 'objects').replaceAll(/["\\]/g, String.raw`\$&`)
  return { GIT_ALTERNATE_OBJECT_DIRECTORIES: `"${quoted}"` }
}

/** Makes a git directory with our settings under another name first: several engines may begin at the same time. */
export async function makeDirectory(
  directory: string,
  format: ObjectFormat,
  { env, cwd }: { readonly env: Environment; readonly cwd: string },
): Promise<Result<null>> {
  if (await isComplete(directory)) return ok(null)
  const temporary = await mkdtemp(`${directory}-`)
  const filled = await fill(temporary, format, { env: { ...env, GIT_DIR: temporary }, cwd })
  if (filled.ok && (await moved(temporary, directory))) return filled
  // Another engine was faster, or an earlier version of ikigai ended before its directory was complete.
  if (filled.ok && !(await isComplete(directory))) {
    await rm(directory, { recursive: true, force: true })
    await rename(temporary, directory)
  } else await rm(temporary, { recursive: true, force: true })
  return filled
}

/** Attributes that change contents are off, so that files are stored byte for byte and no filter runs. */
const ATTRIBUTES = '* -text -eol -crlf -ident -filter -working-tree-encoding !diff !merge\n'

async function fill(
  directory: string,
  format: ObjectFormat,
  { env, cwd }: { readonly env: Environment; readonly cwd: string },
): Promise<Result<null>> {
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
[repack]
\twriteBitmaps = false
[index]
\tversion = 4
[checkout]
\tworkers = 0
`

/**
 * Takes over the objects that earlier versions kept apart for each folder outside a repository. Once for a data directory:
 * an object is a file that is named by its content, so that it is moved as it is.
 */
async function takeObjectsOfFolders(parent: string, store: string): Promise<void> {
  const done = join(store, 'folders-taken')
  if ((await lstat(done).catch(() => null)) !== null) return
  for (const name of await readdir(parent)) {
    if (/^[0-9a-f]{32}$/.test(name)) await moveObjects(join(parent, name, 'objects'), join(store, 'objects'))
  }
  await writeFile(done, '')
}

async function moveObjects(from: string, to: string): Promise<void> {
  for (const part of await readdir(from).catch(() => [])) {
    if (part !== 'pack' && !/^[0-9a-f]{2}$/.test(part)) continue
    makeFolder(join(to, part))
    // The index of a pack after the pack: git looks for the index first.
    const names = (await readdir(join(from, part))).toSorted(
      (a, b) => Number(a.endsWith('.idx')) - Number(b.endsWith('.idx')),
    )
    for (const name of names) await moved(join(from, part, name), join(to, part, name))
  }
}

/** With more loose objects than this they are packed, as `git gc --auto` does at 6,700. */
const MAX_LOOSE = 2_000
const MAX_PACKS = 40

/** Packs the objects of a store if there are many. One process does so at a time; the others leave it. */
export async function packObjects({ directory, env }: ObjectStore): Promise<Result<null>> {
  const objects = join(directory, 'objects')
  // Ids are spread evenly, so that one folder of 256 shows how many there are.
  const sample = await readdir(join(objects, '17')).catch(() => [])
  const packs = (await readdir(join(objects, 'pack')).catch(() => [])).filter((name) => name.endsWith('.pack'))
  if (sample.length * 256 <= MAX_LOOSE && packs.length <= MAX_PACKS) return ok(null)
  try {
    return await withFileLock(
      join(directory, 'packing'),
      async () => mapOk(await runGit({ args: ['repack', '-a', '-d', '-k', '-q'], cwd: directory, env }), () => null),
      0,
    )
  } catch (error) {
    if (error instanceof FileLockBusy) return ok(null)
    throw error
  }
}

export async function moved(from: string, to: string): Promise<boolean> {
  return rename(from, to).then(
    () => true,
    () => false,
  )
}

/** The format of the store that has the object of an id. */
export function formatOf(id: string): ObjectFormat {
  return id.length === 64 ? 'sha256' : 'sha1'
}

/** A short name for a path. */
export function nameOfPath(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32)
}
