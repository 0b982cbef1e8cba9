import type { AgentFolder } from '../../../src/shared/agent-folder.ts'
import { refused } from '../../../src/shared/app-error.ts'
import type { Budget } from '../../../src/shared/budget.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import type { Result } from '../../../src/shared/result.ts'

const HOME = '/home/ann'

/** What agents of the preview may use, and where they work: as in the engine, from the nearest ancestor. */
export function createPreviewLimits(parentOf: (agentId: AgentId) => AgentId | null) {
  const folders = new Map<AgentId, string>()
  const budgets = new Map<AgentId, Budget>()

  function folderOf(agentId: AgentId): AgentFolder {
    for (let id: AgentId | null = agentId; id !== null; id = parentOf(id)) {
      const folder = folders.get(id)
      if (folder !== undefined) return { folder, chosenFor: id, ...(folder === HOME && { wideFolder: 'home' }) }
    }
    return { folder: `${HOME}/ikigai`, chosenFor: null, canHaveWorktrees: true, offered: `${HOME}/tidewatch` }
  }

  return {
    folderOf,
    /** A path with `nowhere` in it does not exist. */
    setFolder(agentId: AgentId, folder: string | null): Result<AgentFolder> {
      if (folder?.includes('nowhere') === true) {
        return { ok: false, error: refused(`${folder}: there is no such folder.`) }
      }
      if (folder === null) folders.delete(agentId)
      else folders.set(agentId, folder)
      return { ok: true, value: folderOf(agentId) }
    },
    budgets: (): Readonly<Record<AgentId, Budget>> => Object.fromEntries(budgets),
    setBudget(agentId: AgentId, budget: Budget | null): void {
      if (budget === null) budgets.delete(agentId)
      else budgets.set(agentId, budget)
    },
  }
}
