import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../make-folder.ts'

/** The files of a backup's folder, by name. Methods reject with the errors of the file system. */
export interface BackupStore {
  /** Null: there is no such file. Rejects if it is anything else than a file, or larger than `limit` bytes. */
  read(name: string, limit: number): Promise<Uint8Array | null>
  /** Writes a file completely or not at all; it is on the disk when this resolves. */
  write(name: string, bytes: Uint8Array): Promise<void>
  list(): Promise<readonly string[]>
  remove(name: string): Promise<void>
}

/** Of a file that is being written; a crash leaves it behind. */
export const UNFINISHED_SUFFIX = '.tmp'

/** The folder must not be a link inside another backup; links among its files are never followed. */
export function createBackupStore(directory: string): BackupStore {
  return {
    async read(name, limit) {
      const path = join(directory, name)
      const found = await lstat(path).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      })
      if (found === null) return null
      if (!found.isFile()) throw new Error('it is not a regular file')
      if (found.size > limit) throw new Error(`it has ${found.size} bytes instead of ${limit}`)
      const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
      try {
        return await file.readFile()
      } finally {
        await file.close()
      }
    },
    async write(name, bytes) {
      makeFolder(directory, { mode: 0o700 })
      const temporary = join(directory, `${name}.${randomUUID()}${UNFINISHED_SUFFIX}`)
      const file = await open(temporary, 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(temporary, join(directory, name)).catch(async (error: unknown) => {
        await rm(temporary, { force: true })
        throw folderInPlace(error, name)
      })
      await syncDirectory(directory)
    },
    async list() {
      try {
        return await readdir(directory)
      } catch (error) {
        if (isMissing(error)) return []
        throw error
      }
    },
    remove: (name) =>
      rm(join(directory, name), { force: true }).catch((error: unknown) => {
        throw folderInPlace(error, name)
      }),
  }
}

/** Makes a rename durable. Windows does it by itself and cannot open a folder. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const directory = await open(path, constants.O_RDONLY)
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

const FOLDER_CODES: ReadonlySet<unknown> = new Set(['EISDIR', 'ERR_FS_EISDIR', 'ENOTEMPTY'])

/** Says what to do where a folder has taken the place of a file: only the user may remove what it holds. */
function folderInPlace(error: unknown, name: string): unknown {
  const isFolder = error instanceof Error && 'code' in error && FOLDER_CODES.has(error.code)
  return isFolder
    ? new Error(`${name} is a folder where a file of the backup belongs. Remove it and try again.`)
    : error
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
