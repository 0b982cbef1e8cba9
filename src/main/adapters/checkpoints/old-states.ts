import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { mapOk, ok, type Result } from '../../../shared/result.ts'
import type { Repository } from './find-repository.ts'
import { type ObjectStore, withObjectsOf } from './object-store.ts'
import { runGit } from './run-git.ts'

/** Where earlier versions kept the states of agents in a user's repository. */
const OLD_REFS = 'refs/ikigai/checkpoints'

/**
 * Takes the states over that earlier versions kept in a repository by refs, and removes the refs. Copied are the trees of
 * all states, and the contents that no branch, tag, remote or HEAD of the repository contains. The objects there are left to git's own
 * collection of garbage. Without a complete copy the refs stay.
 */
export async function takeOldStates(
  { commonDirectory }: Repository,
  store: ObjectStore,
  env: Readonly<Record<string, string>>,
): Promise<Result<null>> {
  if (!(await hasOldRefs(commonDirectory))) return ok(null)
  const inRepository = { ...env, GIT_DIR: commonDirectory }
  const run = (args: readonly string[], input = '') => runGit({ args, cwd: commonDirectory, env: inRepository, input })
  const found = await run(['for-each-ref', '--format=%(objectname) %(refname)', OLD_REFS])
  if (!found.ok) return found
  const refs = found.value.stdout
    .toString()
    .split('\n')
    .filter((line) => /^[0-9a-f]+ [\w/-]+$/.test(line))
  if (refs.length === 0) return ok(null)
  const commits = refs.map((line) => `${line.split(' ')[0]}\n`).join('')
  const list = ['rev-list', '--objects', '--no-object-names', '--stdin']
  const others = ['--not', '--branches', '--tags', '--remotes']
  const own = await run([...list, ...others, 'HEAD'], commits)
  // A HEAD without a commit is no name that git knows.
  const ids = own.ok ? own : await run([...list, ...others], commits)
  if (!ids.ok) return ids
  const trees = await run([...list, '--filter=blob:none'], commits)
  if (!trees.ok) return trees
  const wanted = `${ids.value.stdout.toString()}${trees.value.stdout.toString()}`.split('\n').filter((id) => id !== '')
  const copied = await copyObjects(wanted, { store, env: { ...store.env, ...withObjectsOf(commonDirectory) } })
  if (!copied.ok) return copied
  const removals = refs.map((line) => line.split(' ')).map(([id, name]) => `delete ${name} ${id}\n`)
  const removed = await run(['update-ref', '--stdin'], removals.join(''))
  return removed.ok ? ok(null) : removed
}

async function hasOldRefs(commonDirectory: string): Promise<boolean> {
  if ((await lstat(join(commonDirectory, OLD_REFS)).catch(() => null)) !== null) return true
  const packed = await readFile(join(commonDirectory, 'packed-refs'), 'latin1').catch(() => '')
  return packed.includes(` ${OLD_REFS}/`)
}

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
