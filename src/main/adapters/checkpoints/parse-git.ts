import type { FileDifference, FileVersion } from '../../core/ports/checkpoint-ports.ts'
import type { FileMode } from '../../../shared/file-changes.ts'

const MODES: Readonly<Record<string, FileMode>> = { '100644': 'file', '100755': 'executable', '120000': 'link' }

/**
 * Reads the output of `git diff-tree -r -z --raw --numstat --no-renames`; without `--numstat` no lines are counted. `prefix`
 * is taken off the paths.
 */
export function parseDifference(output: Buffer, prefix: string): readonly FileDifference[] {
  const parts = output.toString().split('\0').slice(0, -1)
  const versions = new Map<string, { readonly before: FileVersion | null; readonly after: FileVersion | null }>()
  let at = 0
  for (; parts[at]?.startsWith(':') === true; at += 2) {
    const [oldMode = '', newMode = '', oldHash = '', newHash = ''] = (parts[at] ?? '').slice(1).split(' ')
    versions.set(parts[at + 1] ?? '', { before: gitVersion(oldMode, oldHash), after: gitVersion(newMode, newHash) })
  }
  const differences: FileDifference[] = []
  const counts = at < parts.length ? parts.slice(at) : [...versions.keys()].map((path) => `-\t-\t${path}`)
  for (const line of counts) {
    const [added = '-', removed = '-', ...names] = line.split('\t')
    const path = names.join('\t')
    const found = versions.get(path)
    if (found === undefined || (found.before === null && found.after === null)) continue
    const shown = prefix === '' ? path : path.slice(prefix.length + 1)
    differences.push({ path: shown, ...found, added: lines(added), removed: lines(removed) })
  }
  return differences
}

/** Null: the mode is not that of a file, for example that of a submodule. */
export function gitVersion(mode: string, hash: string): FileVersion | null {
  const known = MODES[mode]
  return known === undefined ? null : { mode: known, hash }
}

function lines(figure: string): number | null {
  return figure === '-' ? null : Number(figure)
}

/** What `git status` lists. A repository inside the folder, and an ignored folder, has `/` at its end. */
export interface ListedStatus {
  /** Paths at which the working tree differs from the index. */
  readonly changed: readonly string[]
  readonly ignored: readonly string[]
}

/**
 * Reads the output of `git status --porcelain=v1 -z --no-renames`. Differences between the index and HEAD are left out. An
 * entry is two letters (HEAD to index, index to working tree), a space, and the path.
 */
export function parseStatus(output: Buffer): ListedStatus {
  const changed: string[] = []
  const ignored: string[] = []
  for (const entry of output.toString().split('\0')) {
    const path = entry.slice(3)
    if (entry.startsWith('!!')) ignored.push(path)
    else if (entry !== '' && entry.charAt(1) !== ' ') changed.push(path)
  }
  return { changed, ignored }
}
