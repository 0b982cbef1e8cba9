import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod'

import { makeFolder } from '../../make-folder.ts'
import { replaceFile } from '../replace-file.ts'
import { nameOfPath } from './object-store.ts'

const schema = z.object({
  /** The folder, relative to the top of its repository; empty: it was the top, or outside a repository. */
  prefix: z.string(),
  /** The directory of the repository; null: there was none. */
  commonDirectory: z.string().nullable(),
})
type StoredPlace = Readonly<z.infer<typeof schema>>

/** Notes how the states of a folder are read, for the time when the folder is gone. `parent`: the folder of all stores. */
export async function notePlace(parent: string, folder: string, place: StoredPlace): Promise<void> {
  const path = pathOf(parent, folder)
  const text = JSON.stringify(place)
  if ((await readFile(path, 'utf8').catch(() => '')) === text) return
  makeFolder(join(parent, 'places'), { mode: 0o700 })
  await replaceFile(path, text)
}

/** Null: no state of the folder was saved. */
export async function storedPlace(parent: string, folder: string): Promise<StoredPlace | null> {
  const text = await readFile(pathOf(parent, folder), 'utf8').catch(() => 'null')
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

function pathOf(parent: string, folder: string): string {
  return join(parent, 'places', nameOfPath(folder))
}
