import { useState, useEffect } from 'react'

import { defined } from '../../shared/defined.ts'
import { isChangeScope, type ReviewScope, type ChangeHunk, type FileChange } from '../../shared/file-changes.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useReviewState } from '../hooks/use-stores.ts'
import type { ReviewSubject } from '../store/window-view-store.ts'
import { texts } from '../text/texts.ts'
import { fileGroups, type ReviewedFile } from './file-groups.ts'
import { useCommentDraft } from './use-comment-draft.ts'
import { useFileChange } from './use-file-change.ts'
import { useFolderChanges } from './use-folder-changes.ts'
import { useUndoChanges } from './use-undo.ts'
import type { BlamedLines } from '../../shared/blame.ts'
import { fileKey, hunkKey, markReviewed } from '../store/review-store.ts'

/** The changes of a review, the selected file, and what the user can do with them. */
export function useReview(subject: ReviewSubject, compared: ReviewScope | null) {
  const { dialogs, reviews: store, toasts } = useStores()
  const { folders, publish } = useActions()
  const [selected, onSelect] = useState<string | null>(null)
  const { all, failure, revision, reload } = useFolderChanges(subject, compared)
  const groups = fileGroups(all ?? [])
  const files = groups.flatMap((group) => group.files)
  const file = files.find(({ key }) => key === selected) ?? files[0] ?? null
  const agentId = file?.agentId ?? subject.agentId
  const scope = file?.scope ?? { type: 'agent' }
  const path = file?.file.path ?? null
  const loaded = useFileChange({ agentId, scope, path, revision })
  const list = all?.find((each) => each.agentId === agentId)?.list ?? null
  // Lines are numbered as in the file as it is now.
  const isAsLeft = file?.file.state === 'as_left' && isChangeScope(scope)
  const blamed = useBlame(isAsLeft && list !== null && path !== null ? `${list.folder}/${path}` : null, revision)
  const reviews = useReviews(file, loaded.change)
  const undo = useUndoChanges(agentId, reload)
  const options = useReviewState(({ isUnified, isWrapped }) => `${isUnified} ${isWrapped}`)
  const undoPart = (hunk: number | null): void => {
    if (path === null || !isChangeScope(scope)) return
    const choice = { scope, paths: [path], ...defined({ hunks: hunk === null ? undefined : [hunk] }) }
    if (file?.file.unsure !== true) return void undo(choice)
    const writers = file.writers.filter((id) => id !== agentId)
    dialogs.setState({ dialog: { type: 'unsure', agentId, choice, paths: [path], writers, back: { type: 'none' } } })
  }
  const openFile = async (): Promise<void> => {
    const refused = path === null ? null : await folders.openInEditor(agentId, path)
    if (refused !== null) toasts.show(refused)
  }
  const sendFailures = async (): Promise<void> => {
    const sent = await publish.sendFailures(subject.agentId, {})
    toasts.show(sent.ok ? texts.changes.publish.sentFailures : sent.error.message)
  }
  return {
    all,
    failure,
    groups,
    files,
    file,
    list,
    loaded,
    blamed,
    reviews,
    isUnified: options.startsWith('true'),
    isWrapped: options.endsWith('true'),
    toggleLayout: () => store.setState(({ isUnified }) => ({ isUnified: !isUnified })),
    toggleWrap: () => store.setState(({ isWrapped }) => ({ isWrapped: !isWrapped })),
    comment: useCommentDraft(agentId, loaded.change, file?.file.unsure === true),
    reload,
    onSelect,
    undoPart,
    openFile,
    sendFailures,
  }
}

interface Found {
  readonly key: string
  readonly ranges: readonly BlamedLines[] | null
}

/** Loads which changes brought the lines of a file. `path`: absolute; null: none is asked for. Null: not known, or not yet. */
function useBlame(path: string | null, revision: number): readonly BlamedLines[] | null {
  const { changes } = useActions()
  const [found, setFound] = useState<Found | null>(null)
  const key = path === null ? null : `${revision} ${path}`
  useEffect(() => {
    if (path === null || key === null) return undefined
    let isCurrent = true
    void changes.blame(path).then((blamed) => {
      if (isCurrent) setFound({ key, ranges: blamed.ok ? blamed.value.ranges : null })
    })
    return () => {
      isCurrent = false
    }
  }, [changes, path, key])
  return found !== null && found.key === key ? found.ranges : null
}

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
function useReviews(file: ReviewedFile | null, change: FileChange | null): Reviewing {
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
