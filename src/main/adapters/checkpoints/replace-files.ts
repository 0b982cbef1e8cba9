import { randomUUID } from 'node:crypto'
import { lstat, realpath, rename, rm, rmdir, symlink, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { FileReplacement, WantedFile } from '../../core/ports/checkpoint-ports.ts'
import { errorMessage, ok, refuse, type Result } from '../../../shared/result.ts'
import { blobHash, isVersion, readFileNow } from './file-version.ts'
import { hasRealFolders, isSafePath } from './safe-path.ts'
import { makeFolder } from '../../make-folder.ts'

/** Returns the files as they are; REFUSED for a path that leads through a link or into `.git`. */
export async function currentFiles(
  folder: string,
  paths: readonly string[],
): Promise<Result<readonly (WantedFile | null)[]>> {
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

/** Writes files that are still as expected; see `Checkpoints.replace`. */
export async function replaceFiles(
  folder: string,
  files: readonly FileReplacement[],
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
  const open = now.filter(({ file, found }) => !isWanted(found, file.wanted))
  const conflicts = await conflictsOf(folder, open)
  if (conflicts.length > 0) return ok({ conflicts })
  try {
    // Removals first: a file may become a folder.
    for (const { file } of open) if (file.wanted === null) await remove(folder, file.path)
    for (const { file } of open) if (file.wanted !== null) await write(folder, file.path, file.wanted)
    return ok({ conflicts: [] })
  } catch (error) {
    return refuse(`The files could not all be written: ${errorMessage(error)}. The checkpoint before has all of them.`)
  }
}

function isWanted(found: WantedFile | null, wanted: WantedFile | null): boolean {
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

async function remove(folder: string, path: string): Promise<void> {
  await unlink(join(folder, path))
  for (let above = dirname(path); above !== '.'; above = dirname(above)) {
    const wasEmpty = await rmdir(join(folder, above)).then(
      () => true,
      () => false,
    )
    if (!wasEmpty) return
  }
}

async function write(folder: string, path: string, { mode, content }: WantedFile): Promise<void> {
  const target = join(folder, path)
  makeFolder(dirname(target))
  if (!(await hasRealFolders(folder, path))) throw new Error(`${path}: a folder of this path became a link`)
  const temporary = join(dirname(target), `.${randomUUID()}.tmp`)
  try {
    if (mode === 'link') await symlink(Buffer.from(content).toString(), temporary)
    else await writeFile(temporary, content, { flag: 'wx', mode: await modeOf(target, mode === 'executable') })
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { force: true })
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
