import type { Dirent } from 'node:fs'
import { opendir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { isInside } from '../is-inside.ts'

/** Most files of one folder that are used, and most entries that are looked at to find them. */
const MAX_FILES = 100
const MAX_ENTRIES = 2_000

/** A folder that contains skills or prompt templates. */
export interface FileRoot {
  readonly folder: string
  /** Files are read only if their real path is inside. Null: the folder is the user's, who may use links. */
  readonly root: string | null
}

export interface FilePlace extends FileRoot {
  readonly origin: 'project' | 'person'
}

/** The files that a place leads to, by name. Whether they can be read is not known. */
export interface FilesOfPlace {
  readonly paths: readonly string[]
  /** Files of the place that are not used, because it has too many. Null: all are. */
  readonly leftOut: LeftOut | null
}

interface LeftOut {
  /** Real path of the place. */
  readonly folder: string
  /** Completes a sentence that begins with the folder. */
  readonly problem: string
}

/**
 * Lists the files of a place. `fileOf` returns the path of the file that an entry refers to, relative to the place;
 * null: the entry is not used. A place that a link puts outside of its root has no files.
 */
export async function listPlace(
  { folder, root }: FileRoot,
  fileOf: (entry: Dirent) => string | null,
): Promise<FilesOfPlace> {
  const real = await realpath(folder).catch(() => null)
  const entries =
    real === null || (root !== null && !isInside(root, real)) ? null : await opendir(real).catch(() => null)
  if (real === null || entries === null) return { paths: [], leftOut: null }
  const found: string[] = []
  let seen = 0
  for await (const entry of entries) {
    if (++seen > MAX_ENTRIES) break
    const file = fileOf(entry)
    if (file !== null && (await stat(join(real, file)).catch(() => null)) !== null) found.push(join(real, file))
  }
  const paths = found.toSorted().slice(0, MAX_FILES)
  const problem = seen > MAX_ENTRIES ? TOO_MANY_ENTRIES : found.length > MAX_FILES ? tooMany(found.length) : null
  return { paths, leftOut: problem === null ? null : { folder: real, problem } }
}

const TOO_MANY_ENTRIES = `has more than ${MAX_ENTRIES} entries: the others are not searched, and at most ${MAX_FILES} files are used`

function tooMany(count: number): string {
  return `has ${count} files: only the first ${MAX_FILES} by name are used`
}

/** Cuts a text at a number of UTF-16 units, never between the two halves of a character. */
export function cutCharacters(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).replace(/\p{Cs}$/u, '')
}

/** How the files of one kind are read. */
interface PlaceReader<T> {
  readonly list: (place: FilePlace) => Promise<FilesOfPlace>
  /** Returns what a listed path leads to, the file itself first; empty: it no longer exists. */
  readonly read: (path: string, place: FilePlace) => Promise<readonly T[]>
  /** Describes the files that a place has beyond the limit. */
  readonly refuse: (folder: string, problem: string, place: FilePlace) => T
}

/** Reads the files of each place. A file that several places lead to counts once. */
export async function readPlaces<T extends { readonly path: string }>(
  places: readonly FilePlace[],
  { list, read, refuse }: PlaceReader<T>,
): Promise<readonly T[]> {
  const found = new Map<string, T>()
  for (const place of places) {
    const { paths, leftOut } = await list(place)
    for (const path of paths) {
      for (const file of await read(path, place)) if (!found.has(file.path)) found.set(file.path, file)
    }
    if (leftOut !== null) found.set(leftOut.folder, refuse(leftOut.folder, leftOut.problem, place))
  }
  return [...found.values()]
}
