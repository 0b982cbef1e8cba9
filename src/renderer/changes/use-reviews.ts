import type { FileChange, ListedChange } from '../../shared/file-changes.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useStores } from '../hooks/app-context.ts'
import { useReviewState } from '../hooks/use-stores.ts'
import { fileKey, hunkKey, markReviewed } from '../store/review-store.ts'

export interface FileReview {
  isFileKept(file: ListedChange): boolean
  isHunkKept(hunk: number): boolean
  /** Marks the selected file with all its hunks, or takes the marks away. */
  toggleFile(): void
  toggleHunk(hunk: number): void
}

/**
 * Which changes of an agent the user has reviewed. `file` and `change`: the selected file; null: none, or not loaded.
 */
export function useReviews(agentId: AgentId, file: ListedChange | null, change: FileChange | null): FileReview {
  const { reviews } = useStores()
  const kept = useReviewState((state) => state.kept)
  const keys = (change?.hunks ?? []).map((hunk) => hunkKey(agentId, change?.path ?? '', hunk))
  const areAllKept = (of: readonly string[]): boolean => of.length > 0 && of.every((key) => kept.includes(key))
  const ownKey = file === null ? [] : [fileKey(agentId, file)]
  const mark = (marked: readonly string[], isReviewed: boolean): void =>
    reviews.setState((state) => markReviewed(state, marked, isReviewed))
  const isFileKept = (each: ListedChange): boolean =>
    kept.includes(fileKey(agentId, each)) || (each.path === file?.path && areAllKept(keys))
  return {
    isFileKept,
    isHunkKept: (hunk) => kept.includes(keys[hunk] ?? ''),
    toggleFile: () => (file === null ? undefined : mark([...ownKey, ...keys], !isFileKept(file))),
    toggleHunk(hunk) {
      const key = keys[hunk]
      if (key === undefined) return
      const isKept = kept.includes(key)
      // Without one of its hunks the file is not reviewed; with the last one it is.
      if (isKept) mark([key, ...ownKey], false)
      else mark(areAllKept(keys.filter((each) => each !== key)) || keys.length === 1 ? [key, ...ownKey] : [key], true)
    },
  }
}
