import type { AgentId } from '../../shared/ids.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import { withFolder, type FolderStore } from '../store/folder-store.ts'
import { reachEngine } from './reach-engine.ts'

/** What a person can do about the folder in which an agent's tools work. */
export interface FolderActions {
  load(agentId: AgentId): Promise<void>
  /** Null: the parent's again, or the workspace. Answers why nothing was changed, or null. */
  set(agentId: AgentId, folder: string | null): Promise<string | null>
}

export interface FolderActionsNeeds {
  readonly client: EngineClient
  readonly folders: FolderStore
}

export function createFolderActions({ client, folders }: FolderActionsNeeds): FolderActions {
  async function load(agentId: AgentId): Promise<void> {
    const outcome = await reachEngine(client.agents.folder({ agentId }))
    if (outcome.ok) folders.setState((state) => withFolder(state, agentId, outcome.value))
  }

  return {
    load,
    async set(agentId, folder) {
      const outcome = await reachEngine(client.agents.setFolder({ agentId, folder }))
      if (!outcome.ok) return outcome.error.message
      // Those below may have inherited it.
      await Promise.all([...new Set([...folders.getState().folders.keys(), agentId])].map(load))
      return null
    },
  }
}
