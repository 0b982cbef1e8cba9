import { randomUUID } from 'node:crypto'
import { realpath, rename, rm, writeFile } from 'node:fs/promises'

/**
 * Replaces a file's text atomically: a crash leaves the old file or the new one. A link is followed, and only the owner
 * can read the new file. Throws the errors of the file system.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path)
  const temporary = `${target}.${randomUUID()}.tmp`
  try {
    await writeFile(temporary, text, { flag: 'wx', mode: 0o600, flush: true })
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
