import type { FileConflict } from '../../shared/app-error.ts'
import { isCertain, type ListedChange } from '../../shared/file-changes.ts'

interface UndoConflicts {
  /** The files that the refused undo names and that are not put back yet. */
  readonly changed: readonly FileConflict[]
  /** Paths of the files that can be taken back. */
  readonly others: readonly string[]
}

/**
 * Divides the files of a refused undo. `paths` missing: it was to take back all that the agent changed. `named` empty: the
 * files that have changed since stand in the way.
 */
export function undoConflicts(
  files: readonly ListedChange[],
  paths: readonly string[] | undefined,
  named: readonly FileConflict[],
): UndoConflicts {
  const isNamed = ({ path }: ListedChange): boolean => named.some((conflict) => conflict.path === path)
  const chosen = files.filter(
    (file) =>
      (paths === undefined ? isCertain(file) || isNamed(file) : paths.includes(file.path)) &&
      file.state !== undefined &&
      file.state !== 'undone',
  )
  const since = chosen.filter(({ state }) => state === 'changed_since')
  const conflicts = named.length > 0 ? named : since.map(({ path }) => ({ path, when: 'since', agent: null }) as const)
  const isOpen = ({ path }: FileConflict): boolean => chosen.some((file) => file.path === path)
  return {
    changed: conflicts.filter(isOpen),
    others: chosen.map(({ path }) => path).filter((path) => conflicts.every((conflict) => conflict.path !== path)),
  }
}
