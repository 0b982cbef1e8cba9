import { createStore, type StoreApi } from 'zustand/vanilla'

import type { ChangeScope } from '../../shared/file-changes.ts'
import type { AgentId } from '../../shared/ids.ts'

/** The changes that are reviewed. `folder`: those of all agents that work in the folder of the agent. */
export type ReviewSubject =
  | { readonly type: 'folder'; readonly agentId: AgentId }
  | { readonly type: 'agent'; readonly agentId: AgentId; readonly scope: ChangeScope }

/** What takes the place between the title bar and the lower edge of the window. */
type WindowView =
  | { readonly type: 'panes' }
  /** What agents changed in files. */
  | { readonly type: 'changes'; readonly subject: ReviewSubject }

export interface WindowViewStore extends StoreApi<{ readonly view: WindowView }> {
  showPanes(): void
  showChanges(subject: ReviewSubject): void
}

const PANES: WindowView = { type: 'panes' }

export function createWindowViewStore(): WindowViewStore {
  const store = createStore<{ readonly view: WindowView }>(() => ({ view: PANES }))
  return {
    ...store,
    showPanes: () => store.setState({ view: PANES }),
    showChanges: (subject) => store.setState({ view: { type: 'changes', subject } }),
  }
}
