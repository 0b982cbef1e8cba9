import { randomBytes } from 'node:crypto'
import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../make-folder.ts'

const FILE_NAME = 'web-session-secret'
const LENGTH = 32

/**
 * Loads the secret that signs one-time tokens from `directory` (mode 600), so that another process of this user can
 * issue one for the running host. Read access to the file is enough to open the window. A file that others can read is
 * replaced.
 */
export async function loadSessionSecret(directory: string): Promise<Uint8Array> {
  const path = join(directory, FILE_NAME)
  return (await readKept(path)) ?? (await writeNew(directory, path))
}

async function readKept(path: string): Promise<Uint8Array | null> {
  try {
    const { mode } = await stat(path)
    // Windows has no such mode bits; there the user's profile protects the directory.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) return null
    const secret = await readFile(path)
    return secret.length === LENGTH ? secret : null
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

async function writeNew(directory: string, path: string): Promise<Uint8Array> {
  const secret = randomBytes(LENGTH)
  makeFolder(directory, { mode: 0o700 })
  const file = await open(path, 'w', 0o600)
  try {
    await file.chmod(0o600)
    await file.writeFile(secret)
  } finally {
    await file.close()
  }
  return secret
}
