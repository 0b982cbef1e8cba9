import type { ChangeHunk, FileChange } from '../../shared/file-changes.ts'
import { useStores } from '../hooks/app-context.ts'
import { useReviewState } from '../hooks/use-stores.ts'
import { fileKey, hunkKey, markReviewed } from '../store/review-store.ts'
import type { ReviewedFile } from './file-groups.ts'

interface Reviewing {
  isFileKept(file: ReviewedFile): boolean
  isHunkKept(hunk: number): boolean
  /** Marks a file with all its parts, or takes the marks away. */
  toggleFile(file: ReviewedFile): void
  /** Marks a part of the selected file, or takes the mark away. */
  toggleHunk(hunk: number): void
  /** Marks all files. */
  keepAll(files: readonly ReviewedFile[]): void
}

const NO_HUNKS: readonly ChangeHunk[] = []

/** Which changes the user has reviewed. `file` and `change`: the selected file; null: none, or not loaded. */
export function useReviews(file: ReviewedFile | null, change: FileChange | null): Reviewing {
  const { reviews } = useStores()
  const kept = new Set(useReviewState((state) => state.kept))
  const hunks = change?.hunks ?? NO_HUNKS
  const keys = file === null ? [] : hunks.map((hunk) => hunkKey(file.agentId, file.file.path, hunk))
  const ownKey = (of: ReviewedFile): string => fileKey(of.agentId, of.file)
  const mark = (marked: readonly string[], isReviewed: boolean): void =>
    reviews.setState((state) => markReviewed(state, marked, isReviewed))
  const areAllKept = (of: readonly string[]): boolean => of.length > 0 && of.every((key) => kept.has(key))
  const isFileKept = (each: ReviewedFile): boolean =>
    kept.has(ownKey(each)) || (each.key === file?.key && areAllKept(keys))
  const isSelectedKept = file !== null && isFileKept(file)
  return {
    isFileKept,
    isHunkKept: (hunk) => isSelectedKept || kept.has(keys[hunk] ?? ''),
    toggleFile: (each) => mark([ownKey(each), ...(each.key === file?.key ? keys : [])], !isFileKept(each)),
    toggleHunk(hunk) {
      const key = keys[hunk]
      if (key === undefined || file === null) return
      const others = keys.filter((each) => each !== key)
      if (isSelectedKept) {
        // Without one of its parts the file is not reviewed; the others are.
        mark(others, true)
        mark([key, ownKey(file)], false)
      } else if (kept.has(key)) mark([key], false)
      else mark(others.every((each) => kept.has(each)) ? [key, ownKey(file)] : [key], true)
    },
    keepAll: (files) => mark(files.map(ownKey), true),
  }
}
