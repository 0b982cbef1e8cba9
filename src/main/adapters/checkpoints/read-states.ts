import { isAbsolute, relative, sep } from 'node:path'

import type { FileDifference, FileVersion } from '../../core/ports/checkpoint-ports.ts'
import type { CheckpointPlace } from '../../../shared/file-changes.ts'
import { mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { findRepository, repositoryAt } from './find-repository.ts'
import { formatOf, openObjectStore, withObjectsOf } from './object-store.ts'
import { parseDifference } from './parse-git.ts'
import { type GitOutput, runGit } from './run-git.ts'
import { storedPlace } from './stored-places.ts'

/** With `--numstat`, what `parseDifference` reads. */
export const DIFFERENCE = [
  'diff-tree',
  '-r',
  '-z',
  '--raw',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--full-index',
]

/** Returns the files that differ between two states of a folder, which may be gone. */
export async function differenceOf(
  { run, prefix }: StateReader,
  before: string,
  after: string,
): Promise<Result<readonly FileDifference[]>> {
  // A commit has also what is outside of the folder.
  const states = [before, after, ...(prefix === '' ? [] : ['--', prefix])]
  const counted = await run([...DIFFERENCE, '--numstat', ...states])
  // Lines cannot be counted where a content is missing: a repository may have lost it.
  const output = counted.ok ? counted : await run([...DIFFERENCE, ...states])
  return mapOk(output, ({ stdout }) => parseDifference(stdout, prefix))
}

/** Returns contents, in order. REFUSED if one is not stored. */
export async function contentsOf(
  { run }: StateReader,
  versions: readonly FileVersion[],
): Promise<Result<readonly Uint8Array[]>> {
  const output = await run(['cat-file', '--batch'], versions.map(({ hash }) => `${hash}\n`).join(''))
  if (!output.ok) return output
  const contents = parseBatch(output.value.stdout)
  return contents?.length === versions.length ? ok(contents) : refuse('The content of a file is not stored here.')
}

/** Reads the states of a folder from our own store, and what they share with its repository from there. */
export interface StateReader {
  readonly prefix: string
  readonly run: (args: readonly string[], input?: string) => Promise<Result<GitOutput>>
}

/** `id`: of a state or a content, which shows the format of its store. */
export async function readerOf(
  { folder }: CheckpointPlace,
  id: string,
  parent: string,
  env: Readonly<Record<string, string>>,
): Promise<Result<StateReader>> {
  const store = await openObjectStore(formatOf(id), parent, env)
  if (!store.ok) return store
  const noted = await storedPlace(parent, folder)
  const now = await findRepository(folder)
  const common = now?.commonDirectory ?? (await repositoryAt(noted?.commonDirectory ?? null))
  const { directory } = store.value
  const full = { ...store.value.env, ...withObjectsOf(common) }
  const prefix = noted?.prefix ?? (now === null ? '' : prefixIn(now.top, folder))
  const run = (args: readonly string[], input = '') => runGit({ args, cwd: directory, env: full, input })
  return ok({ prefix, run })
}

function prefixIn(top: string, folder: string): string {
  const way = relative(top, folder).split(sep).join('/')
  return isAbsolute(way) ? '' : way
}

/** Splits the output of `cat-file --batch`; null: an object is missing. */
function parseBatch(output: Buffer): readonly Uint8Array[] | null {
  const contents: Uint8Array[] = []
  for (let at = 0; at < output.length;) {
    const end = output.indexOf('\n', at)
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(output.toString('latin1', at, end))?.[1]
    if (size === undefined) return null
    contents.push(output.subarray(end + 1, end + 1 + Number(size)))
    at = end + 1 + Number(size) + 1
  }
  return contents
}
