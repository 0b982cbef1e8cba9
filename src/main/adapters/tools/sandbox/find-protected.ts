import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Time limit of a search, ms. */
const TIMEOUT_MS = 10_000
const MAX_OUTPUT = 8 * 1024 ** 2

/**
 * Returns all files, folders and links below a folder that have one of the names; `*` matches any text, and case is
 * ignored. A match is not searched itself, nor is `node_modules`, which holds public packages. Throws if the search
 * fails.
 */
export async function findNamed(folder: string, names: readonly string[]): Promise<readonly string[]> {
  const named = names.flatMap((name, index) => [...(index === 0 ? [] : ['-o']), '-iname', name])
  const test = ['(', ...named, ')', '-prune', '-print0']
  const args = ['-P', folder, '-mindepth', '1', '-name', 'node_modules', '-prune', '-o', ...test]
  const options = { encoding: 'utf8', timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT, env: { LC_ALL: 'C.UTF-8' } } as const
  const { stdout } = await run('/usr/bin/find', args, options).catch(unlessPartial)
  return stdout.split('\0').filter((path) => path !== '')
}

/** find exits with 1 for a folder that it may not read; a confined program cannot read it either. */
function unlessPartial(error: unknown): { readonly stdout: string } {
  if (error instanceof Error && 'code' in error && error.code === 1 && 'stdout' in error)
    return { stdout: String(error.stdout) }
  throw error
}
