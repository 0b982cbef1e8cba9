import { hash } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { constants, open, stat, type FileHandle } from 'node:fs/promises'

import { fileTypeOf } from '../file-type.ts'
import { specialKind } from './file-kind.ts'
import { type FileStamp, isSameStamp, stampIn } from '../file-stamp.ts'
import { isSystemError, pathProblem } from './system-error.ts'
import { decodeText, type TextForm, unreadEncoding } from './text-form.ts'
import { isSameFile, movedMessage, unmovedIdentity } from './unmoved-path.ts'

/** Largest file, bytes. Larger files are read with bash. */
const MAX_FILE_SIZE = 50 * 1024 ** 2

/** How often a file is read that is written to meanwhile. The last time counts: a log may never come to rest. */
const MAX_TRIES = 5

/** What a file that replaces another one keeps of it. */
export interface FileOwner {
  /** Permission bits, without the special ones: a changed program must not run with its owner's rights. */
  readonly mode: number
  readonly uid: number
  readonly gid: number
}

/** A regular file as it was read. */
interface ReadVersion extends FileStamp {
  /** SHA-256 of all bytes, in hex. Null: it was too large to be read. */
  readonly sha256: string | null
  /** Null: it was too large to be read. */
  readonly bytes: Uint8Array | null
}

interface TextFile {
  readonly ok: true
  /** Without a byte order mark. */
  readonly text: string
  readonly form: TextForm
  /** True if the whole file was valid in its encoding. */
  readonly isValid: boolean
  readonly owner: FileOwner
  readonly version: ReadVersion
}

interface NoText {
  readonly ok: false
  readonly message: string
  readonly isMissing: boolean
  /** The owner of a regular file that was read, so that it can be replaced; null: there is none, or it is something else. */
  readonly owner: FileOwner | null
  /** Of the file that `owner` is about; null: there is none. */
  readonly version: ReadVersion | null
  /** The bytes of a picture, a PDF or audio. */
  readonly media?: Buffer
}

export type TextFileResult = TextFile | NoText

/** Whether what was read is the same: the same bytes, or no file both times. */
export function hasSameContent({ version: a }: TextFileResult, { version: b }: TextFileResult): boolean {
  if (a === null || b === null) return a === b
  return a.sha256 === null ? isSameStamp(a, b) : a.sha256 === b.sha256
}

/**
 * Reads a regular file as text. A picture, a PDF or audio is returned as bytes. Returns a message for a folder, a
 * device, a pipe or binary content. `path` is already resolved; a path that has since been redirected to another file
 * is not read.
 */
export async function readTextFile(path: string): Promise<TextFileResult> {
  for (let left = MAX_TRIES; ; left -= 1) {
    const read = await readOnce(path, left > 1)
    if (read !== null) return read
  }
}

/** Null: the file was replaced or written to meanwhile; only if `mayFail`. */
async function readOnce(path: string, mayFail: boolean): Promise<TextFileResult | null> {
  let file: FileHandle | null = null
  try {
    const kind = specialKind(await stat(path))
    // Before it is opened, because opening alone can wait (a pipe) or have effects (a device).
    if (kind !== null) return refusal(path, kindMessage(kind))
    // In the meantime it may have become a pipe, or a link.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
    const found = await file.stat({ bigint: true })
    const decided = await unmovedIdentity(path)
    if (decided !== null && !isSameFile(decided, found) && mayFail) return null
    if (decided === null || !isSameFile(decided, found) || !found.isFile()) {
      return { ...refusal(path, ''), message: movedMessage(path) }
    }
    return await readOpened(path, file, found, mayFail)
  } catch (error) {
    const isMissing = isSystemError(error) && error.code === 'ENOENT'
    return { ok: false, message: pathProblem(path, error), isMissing, owner: null, version: null }
  } finally {
    await file?.close()
  }
}

function kindMessage(kind: string): string {
  return kind === 'a folder'
    ? 'is a folder. List it with glob.'
    : `is ${kind}, which has no content to read or replace.`
}

function refusal(path: string, message: string): NoText {
  return { ok: false, message: `${path}: ${message}`, isMissing: false, owner: null, version: null }
}

/** Null: what was read may be part of the old content and part of the new one. */
async function readOpened(
  path: string,
  file: FileHandle,
  found: BigIntStats,
  mayFail: boolean,
): Promise<TextFileResult | null> {
  const owner = { mode: Number(found.mode & 0o777n), uid: Number(found.uid), gid: Number(found.gid) }
  if (found.size > MAX_FILE_SIZE) {
    const version = { ...stampIn(found), sha256: null, bytes: null }
    const refused = refusal(path, `is ${found.size} bytes. Use bash (head, sed -n, grep) for a part of it.`)
    return { ...refused, owner, version }
  }
  const bytes = await file.readFile()
  if (mayFail && !isSameStamp(stampIn(await file.stat({ bigint: true })), stampIn(found))) return null
  const version = { ...stampIn(found), sha256: hash('sha256', bytes), bytes }
  const refuse = (message: string): NoText => ({ ...refusal(path, message), owner, version })
  if (isMedia(bytes)) return { ...refuse('is not a text file.'), media: bytes }
  const decoded = decodeText(bytes)
  if (decoded !== null) return { ok: true, owner, version, ...decoded }
  const encoding = unreadEncoding(bytes)
  return encoding === null
    ? refuse(`is a binary file of ${bytes.length} bytes. Look at it with bash (file, xxd).`)
    : refuse(`is text in ${encoding}. Read it with bash: iconv -f ${encoding} -t UTF-8.`)
}

function isMedia(bytes: Buffer): boolean {
  const type = fileTypeOf(bytes)
  return type !== null && type.kind !== 'file' && type.kind !== 'text'
}
