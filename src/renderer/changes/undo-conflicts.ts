import type { ListedChange } from '../../shared/file-changes.ts'

interface UndoConflicts {
  /** Paths of the files that have changed since. */
  readonly changed: readonly string[]
  /** Paths of the files that can be taken back. */
  readonly others: readonly string[]
}

/** Divides the files of an undo. `paths` missing: it was to take back all that the agent changed. */
export function undoConflicts(files: readonly ListedChange[], paths: readonly string[] | undefined): UndoConflicts {
  const chosen = files.filter(({ path, outside }) => (paths === undefined ? outside !== true : paths.includes(path)))
  const isChanged = ({ state, alsoOutside }: ListedChange): boolean =>
    state === 'changed_since' || (paths === undefined && alsoOutside === true)
  return {
    changed: chosen.filter(isChanged).map(({ path }) => path),
    others: chosen.filter((file) => !isChanged(file) && file.state === 'as_left').map(({ path }) => path),
  }
}
