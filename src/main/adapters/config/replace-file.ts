import { randomUUID } from 'node:crypto'
import { chmod, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'

/**
 * Puts a new text in the place of a file, all of it or nothing: a crash leaves the old file or the new one. A link is
 * followed and the mode is kept. Throws what the file system says.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path)
  const temporary = `${target}.${randomUUID()}.tmp`
  try {
    await writeFile(temporary, text, { flag: 'wx', flush: true })
    const old = await stat(target).catch(() => null)
    if (old !== null) await chmod(temporary, old.mode & 0o7777)
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
