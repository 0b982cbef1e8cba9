import type { AgentId, EventId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import type { UndoChoice } from '../store/dialog-store.ts'
import { texts } from '../text/texts.ts'

const words = texts.changes.undo

/**
 * Returns a function that takes changes back and says so in a toast, which can redo it. It returns whether it did. If
 * files have changed since, it opens the dialog about them. `onChanged` is called after an undo and after a redo.
 */
export function useUndoChanges(
  agentId: AgentId,
  onChanged: () => void = () => undefined,
): (choice: UndoChoice) => Promise<boolean> {
  const { changes } = useActions()
  const { dialogs, toasts } = useStores()

  async function redo(eventId: EventId): Promise<void> {
    const redone = await changes.undo(agentId, { scope: { type: 'event', eventId } })
    toasts.show(redone.ok ? words.redone : redone.error.message)
    onChanged()
  }

  return async (choice) => {
    const undone = await changes.undo(agentId, choice)
    if (undone.ok) {
      const { files, eventId } = undone.value
      if (eventId === null) toasts.show(words.nothing)
      else toasts.show(words.done({ files: files.length }), () => void redo(eventId), texts.common.redo)
      onChanged()
      return true
    }
    const { dialog: open } = dialogs.getState()
    const isOpen = open.type === 'conflict'
    if (undone.error.category !== 'CONFLICT' || isOpen) toasts.show(undone.error.message)
    else {
      const { conflicts = [] } = undone.error
      dialogs.setState({ dialog: { type: 'conflict', agentId, choice, conflicts, back: open } })
    }
    return false
  }
}
