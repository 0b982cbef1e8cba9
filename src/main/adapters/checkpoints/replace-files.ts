import { randomUUID } from 'node:crypto'
import { lstat, realpath, rm, rmdir, symlink, unlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import type { FileReplacement, WantedFile } from '../../core/ports/checkpoint-ports.ts'
import { errorMessage, ok, refuse, type Result } from '../../../shared/result.ts'
import { type FileStamp, fileStamp, isSameStamp, placeFile } from '../file-stamp.ts'
import { withPathLock } from '../path-lock.ts'
import { inRealFolder, LinkedFolder } from '../real-folder.ts'
import { blobHash, isVersion, readFileNow } from './file-version.ts'
import { hasRealFolders, isSafePath, missingFolder } from './safe-path.ts'

/** Returns the files as they are; REFUSED without the folder, and for a path that leads through a link or into `.git`. */
export async function currentFiles(
  folder: string,
  paths: readonly string[],
): Promise<Result<readonly (WantedFile | null)[]>> {
  const missing = await missingFolder(folder)
  if (missing !== null) return refuse(missing)
  const files: (WantedFile | null)[] = []
  for (const path of paths) {
    if (!isSafePath(path)) return refuse(`${path} is not a file of the folder. Nothing was written.`)
    if (!(await hasRealFolders(folder, path))) files.push(null)
    else {
      try {
        files.push(await readFileNow(join(folder, path)))
      } catch (error) {
        return refuse(`${path} cannot be read: ${errorMessage(error)}`)
      }
    }
  }
  return ok(files)
}

/**
 * Writes files that are still as expected; see `Checkpoints.replace`. Each is compared again, at the last moment before it
 * is written, while no other process writes it. `lockFolder`: where the locks for that are.
 */
export async function replaceFiles(
  folder: string,
  files: readonly FileReplacement[],
  lockFolder: string,
): Promise<Result<{ readonly conflicts: readonly string[] }>> {
  // The folder comes from an event: it is where it was then, or something else is in its place.
  if ((await realpath(folder).catch(() => null)) !== folder) {
    return refuse(`${folder} is not the folder any more that the files were changed in. Nothing was written.`)
  }
  const current = await currentFiles(
    folder,
    files.map(({ path }) => path),
  )
  if (!current.ok) return current
  const now = files.map((file, index) => ({ file, found: current.value[index] ?? null }))
  const open = now.filter(({ file, found }) => !isSameFile(found, file.wanted))
  const conflicts = await conflictsOf(folder, open)
  if (conflicts.length > 0) return ok({ conflicts })
  try {
    // Removals first: a file may become a folder.
    const ordered = open
      .map(({ file: { path, wanted }, found }) => ({ path, from: found, to: wanted }))
      .toSorted((a, b) => Number(a.to !== null) - Number(b.to !== null))
    const stopped = await changeAll(folder, ordered, lockFolder)
    if (stopped === null) return ok({ conflicts: [] })
    const back = stopped.done.toReversed().map(({ path, from, to }) => ({ path, from: to, to: from }))
    const kept = await changeAll(folder, back, lockFolder)
    if (kept === null) return ok({ conflicts: [stopped.path] })
    return refuse(
      `${stopped.path} and ${kept.path} were changed by another program at this moment, and were left as they are. ` +
        'Other files may have been written: look at the changes. The checkpoint before has all of them.',
    )
  } catch (error) {
    return refuse(`The files could not all be written: ${errorMessage(error)}. The checkpoint before has all of them.`)
  }
}

/** A file that becomes another one. Null: there is none. */
interface FileChange {
  readonly path: string
  readonly from: WantedFile | null
  readonly to: WantedFile | null
}

/** Changes files one after the other, up to the first that is not as it was. Null: all were changed. */
async function changeAll(
  folder: string,
  changes: readonly FileChange[],
  lockFolder: string,
): Promise<{ readonly path: string; readonly done: readonly FileChange[] } | null> {
  for (const [index, change] of changes.entries()) {
    const isDone = await withPathLock(
      lockFolder,
      join(folder, change.path),
      () => changeFile(folder, change),
      (message) => {
        throw new Error(message)
      },
    )
    if (!isDone) return { path: change.path, done: changes.slice(0, index) }
  }
  return null
}

/** False: the file is not as it was, and was left as it is. */
async function changeFile(folder: string, { path, from, to }: FileChange): Promise<boolean> {
  const inFolder = (held: string) => changeIn(held, basename(path), { from, to })
  try {
    const isChanged = await inRealFolder(dirname(join(folder, path)), inFolder, { isMade: to !== null })
    if (isChanged && to === null) await removeEmptyFolders(folder, path)
    return isChanged
  } catch (error) {
    if (error instanceof LinkedFolder) throw new Error(`${path}: a folder of this path became a link`, { cause: error })
    throw error
  }
}

/** `folder`: a path by which it cannot be replaced. */
async function changeIn(folder: string, name: string, { from, to }: Omit<FileChange, 'path'>): Promise<boolean> {
  const target = join(folder, name)
  const stamp = await fileStamp(target)
  // What is neither a file nor a link, such as a folder, is read as no file.
  if (from === null && stamp !== null) return false
  if (!isSameFile(await readFileNow(target), from)) return false
  if (to !== null) return write(target, to, stamp)
  if (!isSameStamp(await fileStamp(target), stamp)) return false
  await unlink(target)
  return true
}

function isSameFile(found: WantedFile | null, wanted: WantedFile | null): boolean {
  if (found === null || wanted === null) return found === wanted
  return found.mode === wanted.mode && Buffer.compare(found.content, wanted.content) === 0
}

/** The files that are not as expected, and those whose place is taken by a folder or a link that is not expected. */
async function conflictsOf(
  folder: string,
  open: readonly { readonly file: FileReplacement; readonly found: WantedFile | null }[],
): Promise<readonly string[]> {
  const removed = new Set(open.flatMap(({ file }) => (file.wanted === null ? [file.path] : [])))
  const conflicts: string[] = []
  for (const { file, found } of open) {
    const isFree = file.wanted === null || (await hasPlace(folder, file.path, removed))
    if (!isVersion(found, file.expected) || !isFree) conflicts.push(file.path)
  }
  return conflicts
}

/** Whether the path can be written after the removals: no other file is in place of one of its folders or of itself. */
async function hasPlace(folder: string, path: string, removed: ReadonlySet<string>): Promise<boolean> {
  const parts = path.split('/')
  for (let count = 1; count < parts.length; count++) {
    const above = parts.slice(0, count).join('/')
    const found = await lstat(join(folder, above)).catch(() => null)
    if (found === null) return true
    if (!found.isDirectory()) return removed.has(above)
  }
  const found = await lstat(join(folder, path)).catch(() => null)
  if (found === null || found.isFile() || found.isSymbolicLink()) return true
  // A folder: it is free once every file in it is removed, which `write` finds out.
  return found.isDirectory() && [...removed].some((each) => each.startsWith(`${path}/`))
}

async function removeEmptyFolders(folder: string, path: string): Promise<void> {
  for (let above = dirname(path); above !== '.'; above = dirname(above)) {
    const name = basename(above)
    const wasEmpty = await inRealFolder(dirname(join(folder, above)), (held) => rmdir(join(held, name))).then(
      () => true,
      () => false,
    )
    if (!wasEmpty) return
  }
}

async function write(target: string, { mode, content }: WantedFile, expected: FileStamp | null): Promise<boolean> {
  // Not every system makes a hard link of a symbolic link, so that a new one is made in its place.
  if (mode === 'link' && expected === null) return makeLink(Buffer.from(content).toString(), target)
  const temporary = join(dirname(target), `.${randomUUID()}.tmp`)
  try {
    if (mode === 'link') await symlink(Buffer.from(content).toString(), temporary)
    else await writeFile(temporary, content, { flag: 'wx', mode: await modeOf(target, mode === 'executable') })
    return await placeFile(temporary, target, expected)
  } finally {
    await rm(temporary, { force: true })
  }
}

/** False: something is there meanwhile. */
async function makeLink(content: string, target: string): Promise<boolean> {
  try {
    await symlink(content, target)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Keeps who may read the file, and changes only whether it is executable. */
async function modeOf(target: string, isExecutable: boolean): Promise<number> {
  const found = await lstat(target).catch(() => null)
  const before = found?.isFile() === true ? found.mode & 0o777 : 0o644
  return isExecutable ? before | ((before & 0o444) >> 2) : before & ~0o111
}

/** The id of a content, for a state that git did not store. */
export function copyHash(content: Uint8Array): string {
  return blobHash(content, 'f'.repeat(64))
}
