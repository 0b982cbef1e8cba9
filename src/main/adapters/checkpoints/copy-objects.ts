import { join } from 'node:path'

import { mapOk, ok, type Result } from '../../../shared/result.ts'
import type { ObjectStore } from './object-store.ts'
import { runGit } from './run-git.ts'

type Environment = Readonly<Record<string, string>>

/**
 * Copies those of the objects into the store that it does not have. What is nowhere any more is left out. `env`: variables
 * with which git reads all of them.
 */
export async function copyObjects(
  ids: readonly string[],
  { store, env }: { readonly store: ObjectStore; readonly env: Environment },
): Promise<Result<null>> {
  if (ids.length === 0) return ok(null)
  const readable = { ...withoutFolder(env), GIT_DIR: store.directory }
  const missing = await missingFrom(ids, store.env, store)
  if (!missing.ok) return missing
  const nowhere = await missingFrom(missing.value, readable, store)
  if (!nowhere.ok) return nowhere
  const lost = new Set(nowhere.value)
  const wanted = missing.value.filter((id) => !lost.has(id))
  if (wanted.length === 0) return ok(null)
  const pack = join(store.directory, 'objects', 'pack', 'pack')
  const run = { args: ['pack-objects', '--quiet', pack], cwd: store.directory, env: readable, input: linesOf(wanted) }
  return mapOk(await runGit(run), () => null)
}

async function missingFrom(
  ids: readonly string[],
  env: Environment,
  { directory }: ObjectStore,
): Promise<Result<readonly string[]>> {
  if (ids.length === 0) return ok([])
  const found = await runGit({ args: ['cat-file', '--batch-check'], cwd: directory, env, input: linesOf(ids) })
  return mapOk(found, ({ stdout }) =>
    [...stdout.toString().matchAll(/^([0-9a-f]+) missing$/gm)].map(([, id = '']) => id),
  )
}

function linesOf(ids: readonly string[]): string {
  return ids.map((id) => `${id}\n`).join('')
}

/** Without what names a folder, an index, and where objects are written to. */
export function withoutFolder(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !OF_FOLDERS.has(name)))
}

const OF_FOLDERS = new Set(['GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_OBJECT_DIRECTORY'])
