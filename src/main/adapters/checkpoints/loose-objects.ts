import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'

import { makeFolder } from '../../make-folder.ts'

export type ObjectKind = 'blob' | 'tree'

/** Larger objects are not read, bytes. */
const MAX_OBJECT = 4 * 1024 ** 2

/**
 * Returns the content of an object that lies in a folder of objects as a file of its own (gitrepository-layout(5)); null: it
 * does not, is of another kind, is too large or damaged. Then git has to look.
 */
export function readLoose(objects: string, kind: ObjectKind, id: string): Buffer | null {
  try {
    const bytes = inflateSync(readFileSync(pathOf(objects, id)), { maxOutputLength: MAX_OBJECT })
    const end = bytes.indexOf(0)
    const content = bytes.subarray(end + 1)
    return bytes.toString('latin1', 0, end) === `${kind} ${content.length}` ? content : null
  } catch {
    return null
  }
}

/**
 * Writes an object as git does, under another name first, and returns its id. Not flushed to disk, as git does not: only a
 * failure of the machine loses it. `like`: another id of the store, which shows its algorithm. Throws the errors of the file system.
 */
export function writeLoose(objects: string, kind: ObjectKind, content: Buffer, like: string): string {
  const whole = Buffer.concat([Buffer.from(`${kind} ${content.length}\0`), content])
  const id = createHash(like.length === 64 ? 'sha256' : 'sha1')
    .update(whole)
    .digest('hex')
  const path = pathOf(objects, id)
  if (existsSync(path)) return id
  const folder = join(objects, id.slice(0, 2))
  makeFolder(folder)
  const temporary = join(folder, `tmp_obj_${randomUUID()}`)
  writeFileSync(temporary, deflateSync(whole, { level: 1 }), { mode: 0o444 })
  renameSync(temporary, path)
  return id
}

function pathOf(objects: string, id: string): string {
  return join(objects, id.slice(0, 2), id.slice(2))
}
