import { realpath } from 'node:fs/promises'

import { CONFINED_NAMES, isNamed } from '../protected-paths.ts'
import { type BytePath, isAtOrIn, keyOf, nameAt, parentOf, readablePath } from './byte-paths.ts'
import { FolderIndex } from './folder-index.ts'
import { type HiddenFiles, statusAt } from './hidden-files.ts'
import type { Place } from './mounts.ts'

/** The protected places of some folders, each as its real path. None is inside another of the same kind. */
export interface ProtectedEntries {
  readonly hidden: readonly Place[]
  /** Git's own files, and what shells and git read when they start. */
  readonly readOnly: readonly Place[]
}

const index = new FolderIndex([...CONFINED_NAMES.hidden, ...CONFINED_NAMES.readOnly])

/**
 * Searches folders for protected places: by name, by the identity of what was hidden once, and folders that cannot be
 * searched. Of a link it is the target. Rejects if they cannot be searched.
 */
export async function protectedEntries(
  folders: readonly string[],
  hiddenFiles: HiddenFiles,
): Promise<ProtectedEntries> {
  const inodes = hiddenFiles.lostInodes()
  const found = await Promise.all(folders.map((folder) => index.search(folder, inodes)))
  const hidden: Place[] = found.flatMap(({ unreadable }) => unreadable).map((path) => ({ path, isFolder: true }))
  const readOnly: Place[] = []
  for (const path of found.flatMap(({ paths }) => paths)) {
    const isHidden = isNamed(nameAt(path).toString('latin1'), CONFINED_NAMES.hidden)
    const isReadOnly = isNamed(nameAt(path).toString('latin1'), CONFINED_NAMES.readOnly)
    const place = await realPlace(path)
    if (place === null) continue
    const status = statusAt(place.path)
    if (isHidden || (status !== null && hiddenFiles.has(status))) {
      hidden.push(place)
      if (status !== null) hiddenFiles.add(place.path, status)
    } else if (isReadOnly) readOnly.push(place)
  }
  const roots = folders.map((folder) => Buffer.from(folder))
  const isAbove = ({ path }: Place): boolean => roots.some((folder) => isAtOrIn(path, folder))
  return {
    hidden: outermost(hidden.filter((place) => !isAbove(place))),
    readOnly: outermost(readOnly.filter((place) => !isAbove(place))),
  }
}

/** Returns what is at a path, of a link its target. Null: there is nothing: it is gone, or a link that leads nowhere. */
export async function realPlace(path: BytePath): Promise<Place | null> {
  const found = statusAt(path)
  if (found === null) return null
  const isLink = found.isSymbolicLink()
  const real = isLink ? await realpath(path, { encoding: 'buffer' }).catch(() => null) : path
  const status = real === null ? null : isLink ? statusAt(real) : found
  return real === null || status === null ? null : { path: real, isFolder: status.isDirectory() }
}

/** Returns the places that are not inside another one, each once. */
export function outermost(places: readonly Place[]): readonly Place[] {
  const byKey = new Map(places.map((place) => [keyOf(place.path), place]))
  return [...byKey.values()].filter(({ path }) => {
    for (let at = parentOf(path); at.length > 1; at = parentOf(at)) if (byKey.has(keyOf(at))) return false
    return true
  })
}

/** Most places that are protected one by one. Each costs time at every start. */
const MAX_PLACES = 400
/** Most of them in one folder, before the folder is hidden as a whole. */
const MAX_IN_FOLDER = 40

/**
 * Hides folders as a whole that hold many hidden places, except for `kept` and what contains it. Returns why that does
 * not suffice, for the user and the model, as a text.
 */
export function withFewerPlaces(entries: ProtectedEntries, kept: readonly BytePath[]): ProtectedEntries | string {
  const byFolder = Map.groupBy(entries.hidden, ({ path }) => keyOf(parentOf(path)))
  const isKept = (folder: BytePath): boolean => kept.some((path) => isAtOrIn(folder, path))
  const whole = [...byFolder.values()].flatMap((places) => {
    const folder = places[0] === undefined ? null : parentOf(places[0].path)
    return folder === null || places.length <= MAX_IN_FOLDER || isKept(folder) ? [] : [folder]
  })
  const hidden = outermost([...entries.hidden, ...whole.map((path) => ({ path, isFolder: true }))])
  const readOnly = entries.readOnly.filter(({ path }) => !whole.some((folder) => isAtOrIn(folder, path)))
  const most = [...byFolder.values()].toSorted((a, b) => b.length - a.length).at(0)?.[0]
  if (hidden.length + readOnly.length <= MAX_PLACES || most === undefined) return { hidden, readOnly }
  return `There are too many protected files to hide: ${hidden.length}, more than ${MAX_PLACES}. Most are in ${readablePath(parentOf(most.path))}, such as ${readablePath(nameAt(most.path))}. Move or remove them, or use a folder with fewer.`
}
