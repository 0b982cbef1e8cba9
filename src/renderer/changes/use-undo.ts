import type { AgentId } from '../../shared/ids.ts'
import type { ChangeChoice } from '../actions/change-actions.ts'
import { useActions, useStores } from '../hooks/app-context.ts'

/** Returns a function that takes changes back and says so in a toast, which can redo it. It returns whether it did. */
export function useUndoChanges(agentId: AgentId): (choice: ChangeChoice) => Promise<boolean> {
  const { changes } = useActions()
  const { toasts } = useStores()
  return async (choice) => {
    const undone = await changes.undo(agentId, choice)
    if (!undone.ok) {
      toasts.show(undone.error.message)
      return false
    }
    const { files, eventId } = undone.value
    const count = `${files.length} ${files.length === 1 ? 'file' : 'files'}`
    toasts.show(
      eventId === null ? 'Nothing had to be undone.' : `Undid the changes of ${count}. Redo is in the history.`,
    )
    return true
  }
}
