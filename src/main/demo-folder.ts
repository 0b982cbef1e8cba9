import { chmod, lstat, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

import { processState } from './adapters/storage/embedded/process-probe.ts'

const PREFIX = 'ikigai-demo-'
/** Names the process that uses a folder: its machine and pid. */
const OWNER_FILE = 'owner'

/** Creates the folder of a demo. Deletes those of demos that were killed before they could delete theirs. */
export async function makeDemoFolder(directory = tmpdir()): Promise<string> {
  await removeLeftFolders(directory)
  const folder = await mkdtemp(join(directory, PREFIX))
  // As root, the database runs under its own user, who needs access to the folder.
  await chmod(folder, 0o711)
  await writeFile(join(folder, OWNER_FILE), owner(process.pid), { mode: 0o600 })
  return folder
}

/** The database takes a moment to stop, and writes files until then. */
export async function removeDemoFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

/** A folder that cannot be deleted stays until the next demo; this one does not need it. */
async function removeLeftFolders(directory: string): Promise<void> {
  const names = await readdir(directory)
  for (const name of names.filter((one) => one.startsWith(PREFIX))) {
    const folder = join(directory, name)
    if (await isLeft(folder).catch(() => false)) await removeDemoFolder(folder).catch(() => undefined)
  }
}

/**
 * Whether a killed demo of this user left the folder. Others write to the directory for temporary files too: what is
 * another user's, a link, or names no process of this machine stays.
 */
async function isLeft(folder: string): Promise<boolean> {
  const found = await lstat(folder)
  if (!found.isDirectory() || (process.getuid !== undefined && found.uid !== process.getuid())) return false
  const path = join(folder, OWNER_FILE)
  if (!(await lstat(path)).isFile()) return false
  const text = await readFile(path, 'utf8')
  const pid = Number(/\d+$/.exec(text)?.[0])
  return pid > 0 && text === owner(pid) && processState(pid) === 'gone'
}

function owner(pid: number): string {
  return `${hostname()} ${pid}`
}
