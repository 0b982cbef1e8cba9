import { constants, open, type FileHandle } from 'node:fs/promises'

import { fileTypeOf } from '../file-type.ts'
import { asText, looksBinary } from './output-collector.ts'
import { pathProblem } from './system-error.ts'
import { isSameFile, movedMessage, unmovedIdentity } from './unmoved-path.ts'

/** Largest file, bytes. Larger files are read with bash. */
const MAX_FILE_SIZE = 50 * 1024 ** 2

interface TextFile {
  readonly ok: true
  readonly text: string
  /** True if the whole file was valid UTF-8. */
  readonly isValid: boolean
  /** Permission bits. */
  readonly mode: number
}

interface NoText {
  readonly ok: false
  readonly message: string
  readonly isMissing: boolean
  /** The bytes of a picture, a PDF or audio. */
  readonly media?: Buffer
}

export type TextFileResult = TextFile | NoText

/**
 * Reads a regular file as text. A picture, a PDF or audio is returned as bytes. Returns a message for a folder, a
 * device, a pipe or binary content. `path` is already resolved; a path that has since been redirected to another file
 * is not read.
 */
export async function readTextFile(path: string): Promise<TextFileResult> {
  let file: FileHandle | null = null
  try {
    // Opening a pipe without a writer would block. The path is resolved, so a link was created afterwards.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
    const decided = await unmovedIdentity(path)
    if (decided === null || !isSameFile(decided, await file.stat({ bigint: true }))) {
      return { ok: false, message: movedMessage(path), isMissing: false }
    }
    return await readOpened(path, file)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return { ok: false, message: pathProblem(path, error), isMissing }
  } finally {
    await file?.close()
  }
}

async function readOpened(path: string, file: FileHandle): Promise<TextFileResult> {
  const stat = await file.stat()
  const refuse = (message: string): NoText => ({ ok: false, message: `${path}: ${message}`, isMissing: false })
  if (stat.isDirectory()) return refuse('is a folder. List it with glob.')
  if (!stat.isFile()) return refuse('is not a regular file (a device, a pipe or a socket).')
  if (stat.size > MAX_FILE_SIZE) return refuse(`is ${stat.size} bytes. Use bash (head, sed -n, grep) for a part of it.`)
  const bytes = await file.readFile()
  if (isMedia(bytes)) return { ...refuse('is not a text file.'), media: bytes }
  if (looksBinary(bytes)) return refuse(`is a binary file of ${stat.size} bytes. Look at it with bash (file, xxd).`)
  return { ok: true, text: asText(bytes), isValid: isUtf8Text(bytes), mode: stat.mode & 0o777 }
}

function isMedia(bytes: Buffer): boolean {
  const type = fileTypeOf(bytes)
  return type !== null && type.kind !== 'file' && type.kind !== 'text'
}

function isUtf8Text(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
