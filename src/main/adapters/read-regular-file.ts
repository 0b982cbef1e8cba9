import { constants, open, stat } from 'node:fs/promises'

export interface RegularFile {
  readonly text: string
  /** Permission bits and type, as in `fs.Stats`. */
  readonly mode: number
}

/** Largest file that is read, bytes: far more than any settings or records of the app have. */
const MAX_BYTES = 64 * 1024 ** 2

/** Says why a file is not read, in the place of a code of the file system. */
class UnreadableFile extends Error {
  readonly code: string

  constructor(reason: string) {
    super(reason)
    this.code = reason
  }
}

/**
 * Reads a regular file as UTF-8; a link to one is followed. Rejects with the error of the file system, or for a pipe, a
 * device, a socket, a folder or too many bytes with one whose `message` and `code` are the reason. Reading a pipe would
 * wait for a writer, and some devices never end. The kind is looked at before the file is opened, since opening a
 * device may act on it, and again afterwards, since the file may have been exchanged.
 */
export async function readRegularFile(path: string, maxBytes = MAX_BYTES): Promise<RegularFile> {
  if (!(await stat(path)).isFile()) throw new UnreadableFile('not a regular file')
  // Windows has no O_NONBLOCK, and no pipes among its files.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const found = await file.stat()
    if (!found.isFile()) throw new UnreadableFile('not a regular file')
    if (found.size > maxBytes) throw new UnreadableFile(`larger than ${maxBytes} bytes`)
    return { text: await file.readFile('utf8'), mode: found.mode }
  } finally {
    await file.close()
  }
}
