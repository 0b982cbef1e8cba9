import { type AgentId, type EventId, shortAgentId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import type { UndoChoice } from '../store/dialog-store.ts'
import { texts } from '../text/texts.ts'

const words = texts.changes.undo

/**
 * Returns a function that takes changes back and says so in a toast, which can redo it. It returns whether all was taken
 * back. If files have changed since, or it is not certain who changed them, it opens the dialog about them. `onChanged` is
 * called after an undo and after a redo.
 */
export function useUndoChanges(
  agentId: AgentId,
  onChanged: () => void = () => undefined,
): (choice: UndoChoice) => Promise<boolean> {
  const { changes } = useActions()
  const { dialogs, toasts, windowView } = useStores()

  function changed(): void {
    windowView.noteUndo()
    onChanged()
  }

  async function redo(eventId: EventId): Promise<void> {
    const redone = await changes.undo(agentId, { scope: { type: 'event', eventId } })
    toasts.show(redone.ok ? words.redone : redone.error.message)
    changed()
  }

  return async (choice) => {
    const undone = await changes.undo(agentId, choice)
    if (undone.ok) {
      const { files, eventId, unsure, others } = undone.value
      if (eventId !== null) {
        toasts.show(words.done({ files: files.length }), () => void redo(eventId), texts.common.redo)
      } else if (unsure.length === 0 && others.length === 0) toasts.show(words.nothing)
      for (const [id, left] of Map.groupBy(others, ({ agent }) => agent.id)) {
        toasts.show(words.others({ files: left.length, agent: left[0]?.agent.name ?? shortAgentId(id) }))
      }
      if (unsure.length > 0) {
        const { dialog: back } = dialogs.getState()
        dialogs.setState({ dialog: { type: 'unsure', agentId, choice, paths: unsure, back } })
      }
      changed()
      return unsure.length === 0
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
