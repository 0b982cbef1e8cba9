import type { BigIntStats, Stats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'

import { meantName } from '../../../shared/nearest-name.ts'
import { isInside } from '../is-inside.ts'

/** Returns what is at a path, for a sentence; null: a regular file. Reading most of the others would wait or never end. */
export function specialKind(found: Stats | BigIntStats): string | null {
  if (found.isFile()) return null
  if (found.isDirectory()) return 'a folder'
  if (found.isFIFO()) return 'a named pipe'
  if (found.isSocket()) return 'a socket'
  if (found.isCharacterDevice() || found.isBlockDevice()) return 'a device'
  return 'not a regular file'
}

/** Most names of a folder that are compared: more would take noticeable time. */
const MAX_ENTRIES = 2_000
const MAX_NEAR = 3

/**
 * Returns the end of a sentence that names existing paths which a missing one was probably meant to be: the same name in
 * another case or Unicode form, or a similar one. Empty: there is none, or the folder that would be listed is outside of `folder`.
 */
export async function nearPaths(path: string, folder: string): Promise<string> {
  const existing = await existingAncestor(path)
  if (existing === null || !isInside(folder, existing)) return ''
  const near = await below([existing], relative(existing, path).split(sep))
  if (near.length === 0) return ''
  return `. There is ${near.map((one) => JSON.stringify(one)).join(', ')}.`
}

async function existingAncestor(path: string): Promise<string | null> {
  for (let above = dirname(path); ; above = dirname(above)) {
    if ((await stat(above).catch(() => null))?.isDirectory() === true) return above
    if (above === dirname(above)) return null
  }
}

/** Follows the rest of a path below each of the folders, through names that are meant by its parts, as far as they go. */
async function below(folders: readonly string[], rest: readonly string[]): Promise<readonly string[]> {
  const [name, ...further] = rest
  if (name === undefined) return folders
  const found = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(folder).catch((): string[] => [])
      return meantEntries(name, entries).map((entry) => join(folder, entry))
    }),
  )
  const next = found.flat().slice(0, MAX_NEAR)
  if (next.length === 0) return []
  const deeper = await below(next, further)
  return deeper.length > 0 ? deeper : next
}

function meantEntries(name: string, entries: readonly string[]): readonly string[] {
  if (entries.includes(name)) return [name]
  const same = entries.filter((entry) => folded(entry) === folded(name))
  if (same.length > 0) return same
  const meant = meantName(folded(name), entries.slice(0, MAX_ENTRIES).map(folded))
  return meant === null ? [] : entries.filter((entry) => folded(entry) === meant)
}

/** Without the differences that users do not see: case, Unicode form, and spaces and quotes around the name. */
function folded(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/^[\s"'`]+|[\s"'`]+$/g, '')
}
