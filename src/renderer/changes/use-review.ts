import { useState } from 'react'

import { defined } from '../../shared/defined.ts'
import { isChangeScope, type ReviewScope } from '../../shared/file-changes.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useReviewState } from '../hooks/use-stores.ts'
import type { ReviewSubject } from '../store/window-view-store.ts'
import { texts } from '../text/texts.ts'
import { fileGroups } from './file-groups.ts'
import { useBlame } from './use-blame.ts'
import { useCommentDraft } from './use-comment-draft.ts'
import { useFileChange } from './use-file-change.ts'
import { useFolderChanges } from './use-folder-changes.ts'
import { useReviews } from './use-reviews.ts'
import { useUndoChanges } from './use-undo.ts'

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
