import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Writes a program, and returns it as an open file that has no name any more, so that nobody can write it. It runs by its
 * path in /proc/self/fd. Rejects with the errors of the file system.
 */
export async function namelessProgram(program: Buffer): Promise<FileHandle> {
  const directory = await mkdtemp(join(tmpdir(), 'ikigai-program-'))
  try {
    const path = join(directory, 'program')
    const written = await open(path, 'wx', 0o500)
    await written.write(program)
    await written.close()
    return await open(path, 'r')
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
