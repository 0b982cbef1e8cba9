import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AgentFolder } from '../../shared/agent-folder.ts'
import type { AgentId } from '../../shared/ids.ts'

/** The agents' folders that have been loaded. */
export interface FolderState {
  readonly folders: ReadonlyMap<AgentId, AgentFolder>
}

export type FolderStore = StoreApi<FolderState>

export function createFolderStore(): FolderStore {
  return createStore(() => ({ folders: new Map() }))
}

export function withFolder({ folders }: FolderState, agentId: AgentId, folder: AgentFolder): FolderState {
  return { folders: new Map(folders).set(agentId, folder) }
}
