import { useState } from 'react'

import { isChangeScope, type ReviewScope } from '../../shared/file-changes.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { reviewKeys } from './review-keys.ts'
import { useChangeList } from './use-change-list.ts'
import { useCommentDraft } from './use-comment-draft.ts'
import { useFileChange } from './use-file-change.ts'
import { useReviews } from './use-reviews.ts'
import { useUndoChanges } from './use-undo.ts'
import { texts } from '../text/texts.ts'
import { defined } from '../../shared/defined.ts'

/** The changes of an agent, the selected file, and what the user can do with them. */
export function useChangeReview(agentId: AgentId, scope: ReviewScope) {
  const { toasts } = useStores()
  const { folders, publish } = useActions()
  const [selected, onSelect] = useState<string | null>(null)
  const { list, failure, revision, reload } = useChangeList(agentId, scope)
  const undo = useUndoChanges(agentId, reload)
  const files = list?.files ?? []
  const file = files.find(({ path }) => path === selected) ?? files[0] ?? null
  const path = file?.path ?? null
  const loaded = useFileChange({ agentId, scope, path, revision })
  const reviews = useReviews(agentId, file, loaded.change)
  const takeBack = async (choice: { paths?: readonly string[]; hunks?: readonly number[] }): Promise<void> => {
    if (isChangeScope(scope)) await undo({ scope, ...choice })
  }
  const undoPart = (hunk: number | null): void => {
    if (path !== null) void takeBack({ paths: [path], ...defined({ hunks: hunk === null ? undefined : [hunk] }) })
  }
  const openFile = async (): Promise<void> => {
    const refused = path === null ? null : await folders.openInEditor(agentId, path)
    if (refused !== null) toasts.show(refused)
  }
  const sendFailures = async (): Promise<void> => {
    const sent = await publish.sendFailures(agentId, {})
    toasts.show(sent.ok ? texts.changes.publish.sentFailures : sent.error.message)
  }
  const comment = useCommentDraft(agentId, loaded.change)
  const onKeyDown = reviewKeys({
    paths: files.map((each) => each.path),
    selected: path,
    onSelect,
    onKeep: (hunk) => (hunk === null ? reviews.toggleFile() : reviews.toggleHunk(hunk)),
    onUndo: undoPart,
    onOpen: () => void openFile(),
    onComment: comment.begin,
    onSendFailures: () => void sendFailures(),
  })
  const acts = { onSelect, takeBack, undoPart, openFile, sendFailures, comment, onKeyDown }
  return { list, failure, files, file, path, loaded, reviews, ...acts }
}
