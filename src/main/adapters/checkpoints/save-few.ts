import type { GitDirectory } from './git-directory.ts'
import { DIFFERENCE } from './read-states.ts'
import { type GitOutput, runGit } from './run-git.ts'

export const UPDATE = ['update-index', '--add', '--remove', '--replace', '-z', '--stdin']

/** Two states that were saved one after the other, and what `git diff-tree` prints for them. */
export interface SavedStep {
  readonly before: string
  readonly after: string
  readonly difference: Buffer
}

interface SavedFew {
  /** The tree. */
  readonly id: string
  /** Null: it could not be found out. */
  readonly step: SavedStep | null
  readonly output: GitOutput
}

/** Exit code if the state was saved, but what differs from the one before could not be found out. */
const NO_DIFFERENCE = 13
/** Updates the index with the files of the input, writes the tree, and prints its id and what differs from the tree `$1`. */
const SCRIPT = [
  `"$0" ${UPDATE.join(' ')} || exit 11`,
  'tree=$("$0" write-tree) || exit 12',
  String.raw`printf '%s\n' "$tree"`,
  `"$0" ${DIFFERENCE.join(' ')} --numstat "$1" "$tree" || exit ${NO_DIFFERENCE}`,
].join('\n')

/**
 * Saves some files of the state `before` anew. As one program: to start one from a large process takes longer than what git
 * does here. Null: one of the steps failed.
 */
export async function saveFew(
  { top, env }: GitDirectory,
  before: string,
  paths: readonly string[],
): Promise<SavedFew | null> {
  const input = endedByNul(paths)
  const run = await runGit({ script: SCRIPT, args: [before], cwd: top, env, input, accepted: [0, NO_DIFFERENCE] })
  if (!run.ok) return null
  const { stdout, code } = run.value
  const end = stdout.indexOf('\n')
  const id = stdout.toString('latin1', 0, end)
  const step = code === 0 ? { before, after: id, difference: stdout.subarray(end + 1) } : null
  return { id, step, output: run.value }
}

/** Paths as an option `-z --stdin` reads them. */
export function endedByNul(paths: readonly string[]): string {
  return paths.map((path) => `${path}\0`).join('')
}

/** What git says last of a file that it does not take: one that cannot be read, or whose path it does not allow. */
const OF_FILE = 'Unable to process path '
/** The same words stand behind failures of the store. */
const OF_STORE =
  /unable to (?:create|write)|insufficient permission|No space left|quota exceeded|Read-only file system/i

/**
 * Whether `git update-index` refused the only file of its input for what the file is, by its message. Otherwise it was the
 * index, the store or the machine, and the file may be taken the next time.
 */
export function isFileRefused(message: string): boolean {
  return message.includes(OF_FILE) && !OF_STORE.test(message)
}
