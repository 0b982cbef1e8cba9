import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'

/** Where a system keeps its programs. PATH is not searched: a folder in it may belong to an agent. */
const SYSTEM_FOLDERS = ['/usr/bin', '/bin', '/usr/local/bin', '/run/current-system/sw/bin']

/** Returns the path of a program of the system; null: there is none. */
export async function findProgram(name: string): Promise<string | null> {
  for (const folder of SYSTEM_FOLDERS) {
    const path = join(folder, name)
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return path
  }
  return null
}
