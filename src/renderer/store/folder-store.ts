import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AgentFolder } from '../../shared/agent-folder.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { PromptTemplate } from '../../shared/prompt-template.ts'

/** What has been loaded about the agents' folders. */
export interface FolderState {
  readonly folders: ReadonlyMap<AgentId, AgentFolder>
  /** The prompt templates that can be used. */
  readonly templates: ReadonlyMap<AgentId, readonly PromptTemplate[]>
}

export type FolderStore = StoreApi<FolderState>

export function createFolderStore(): FolderStore {
  return createStore(() => ({ folders: new Map(), templates: new Map() }))
}

export function withFolder(
  { folders }: FolderState,
  agentId: AgentId,
  folder: AgentFolder,
): Pick<FolderState, 'folders'> {
  return { folders: new Map(folders).set(agentId, folder) }
}
