import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstat, readdir, readFile, readlink } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'

import { GIT_ENVIRONMENT } from './git-folder.ts'

/** What a folder consists of, by path: kind, mode, and the hash of a file or the target of a link. Git's own facts begin with `git `. */
export type TreeState = ReadonlyMap<string, string>

const GIT_FACTS = [
  ['rev-parse', 'HEAD'],
  ['symbolic-ref', '-q', 'HEAD'],
  ['status', '--porcelain', '--ignored'],
  ['ls-files', '--stage', '--debug'],
  ['for-each-ref'],
  ['stash', 'list'],
  ['config', '--local', '--list'],
] as const

/** Reads all of a folder but what is in `.git`, of which git's own facts are read. Ignored files and empty folders count. */
export async function treeState(folder: string): Promise<TreeState> {
  const state = new Map<string, string>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path)
    if (name === '.git' || name.startsWith('.git/')) continue
    const { mode } = await lstat(path)
    const content = entry.isSymbolicLink()
      ? await readlink(path)
      : entry.isFile()
        ? createHash('sha256')
            .update(await readFile(path))
            .digest('hex')
        : ''
    state.set(name, `${mode.toString(8)} ${content}`)
  }
  for (const args of GIT_FACTS) {
    const run = promisify(execFile)('git', [...args], {
      cwd: folder,
      env: { ...GIT_ENVIRONMENT, GIT_OPTIONAL_LOCKS: '0' },
      maxBuffer: 64 * 1024 ** 2,
    })
    // Times and sizes in the index are those of the files when git looked last.
    const { stdout } = await run.catch(() => ({ stdout: 'none' }))
    const text = args[0] === 'ls-files' ? stdout.replaceAll(/^ {2}(?:ctime|mtime|dev|uid|size):.*\n/gm, '') : stdout
    state.set(`git ${args.join(' ')}`, text)
  }
  return state
}

/** The paths that differ between two states. */
export function differingPaths(before: TreeState, after: TreeState): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()])
  return [...paths].filter((path) => before.get(path) !== after.get(path)).toSorted()
}
