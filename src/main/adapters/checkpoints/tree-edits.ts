import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'
import { makeFolder } from '../../make-folder.ts'

/** An entry of a tree. A name is bytes, so each of its characters is one byte (Latin-1). */
interface TreeEntry {
  readonly mode: string
  readonly name: string
  readonly id: string
}

/** Another content or mode of a file that a tree has. */
export interface FileEdit {
  /** From the top, with `/`. */
  readonly path: string
  readonly mode: string
  readonly id: string
}

/** Reads and writes trees of one folder of objects. */
export class TreeEdits {
  readonly #objects: string
  readonly #read = new Map<string, readonly TreeEntry[] | null>()

  constructor(objects: string) {
    this.#objects = objects
  }

  /** Returns the entry of a file; null: the tree has none, or it is not stored as a file of its own. */
  entry(tree: string, path: string): TreeEntry | null {
    const [first = '', ...rest] = namesIn(path)
    let found = this.#entries(tree)?.find(({ name }) => name === first) ?? null
    for (const part of rest) {
      if (found?.mode !== FOLDER) return null
      found = this.#entries(found.id)?.find(({ name }) => name === part) ?? null
    }
    return found
  }

  /** Writes a tree that differs from another one by these edits, and returns its id; null: one of the files is not in it. */
  edited(tree: string, edits: readonly FileEdit[]): string | null {
    return this.#edited(
      tree,
      edits.map(({ path, mode, id }) => ({ names: namesIn(path), mode, id })),
    )
  }

  #edited(tree: string, edits: readonly NamedEdit[]): string | null {
    const entries = this.#entries(tree)
    if (entries === null) return null
    const byName = Map.groupBy(edits, ({ names: [first = ''] }) => first)
    const changed: TreeEntry[] = []
    for (const entry of entries) {
      const own = byName.get(entry.name)
      byName.delete(entry.name)
      const now = own === undefined ? entry : this.#changed(entry, own)
      if (now === null) return null
      changed.push(now)
    }
    // The order is as before: no name is new.
    return byName.size > 0 ? null : writeLoose(this.#objects, 'tree', bytesOf(changed), tree)
  }

  #changed(entry: TreeEntry, edits: readonly NamedEdit[]): TreeEntry | null {
    if (entry.mode === FOLDER) {
      const id = this.#edited(
        entry.id,
        edits.map(({ names, ...edit }) => ({ ...edit, names: names.slice(1) })),
      )
      return id === null ? null : { ...entry, id }
    }
    const [edit] = edits
    return edit === undefined || edit.names.length > 1 ? null : { ...entry, mode: edit.mode, id: edit.id }
  }

  #entries(id: string): readonly TreeEntry[] | null {
    const known = this.#read.get(id)
    if (known !== undefined) return known
    const content = readLoose(this.#objects, 'tree', id)
    const entries = content === null ? null : entriesIn(content, id.length / 2)
    this.#read.set(id, entries)
    return entries
  }
}

const FOLDER = '40000'

interface NamedEdit extends Omit<FileEdit, 'path'> {
  readonly names: readonly string[]
}

function namesIn(path: string): readonly string[] {
  return Buffer.from(path).toString('latin1').split('/')
}

/** `idBytes`: length of an id. */
function entriesIn(content: Buffer, idBytes: number): readonly TreeEntry[] {
  const entries: TreeEntry[] = []
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(0x20, at)
    const end = content.indexOf(0, space)
    const [mode, name] = [content.toString('latin1', at, space), content.toString('latin1', space + 1, end)]
    at = end + 1 + idBytes
    entries.push({ mode, name, id: content.toString('hex', end + 1, at) })
  }
  return entries
}

function bytesOf(entries: readonly TreeEntry[]): Buffer {
  return Buffer.concat(
    entries.flatMap(({ mode, name, id }) => [Buffer.from(`${mode} ${name}\0`, 'latin1'), Buffer.from(id, 'hex')]),
  )
}

type ObjectKind = 'blob' | 'tree'

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
