import { createStore, type StoreApi } from 'zustand/vanilla'

import type { ChangeScope } from '../../shared/file-changes.ts'
import type { AgentId } from '../../shared/ids.ts'

/** The changes that are reviewed. `folder`: those of all agents that work in the folder of the agent. */
export type ReviewSubject =
  | { readonly type: 'folder'; readonly agentId: AgentId }
  | { readonly type: 'agent'; readonly agentId: AgentId; readonly scope: ChangeScope }

/**
 * What can take the place between the title bar and the lower edge of the window, with what each shows. Its row in
 * `frame/window-views.tsx` has its component and its words.
 */
interface WindowViewProps {
  panes: unknown
  /** All agents over time. */
  map: unknown
  /** What agents changed in files. */
  changes: { readonly subject: ReviewSubject }
  /** The attempts of a race, beside the tree. `attempt`: whose pane stands beside them; null: none. */
  race: { readonly agentId: AgentId; readonly attempt: AgentId | null }
}
export type WindowViewType = keyof WindowViewProps

/** One of the views of the window, by its type. */
export type WindowView<T extends WindowViewType = WindowViewType> = {
  [Type in T]: { readonly type: Type } & WindowViewProps[Type]
}[T]

interface WindowViewState {
  readonly view: WindowView
  /** How often changes in files were taken back in this window. */
  readonly undone: number
}

export interface WindowViewStore extends StoreApi<WindowViewState> {
  show(view: WindowView): void
  showPanes(): void
  showChanges(subject: ReviewSubject): void
  showRace(agentId: AgentId): void
  /** Lists of changes are loaded again. */
  noteUndo(): void
}

const PANES: WindowView = { type: 'panes' }

export function createWindowViewStore(): WindowViewStore {
  const store = createStore<WindowViewState>(() => ({ view: PANES, undone: 0 }))
  const show = (view: WindowView) => store.setState({ view })
  return {
    ...store,
    show,
    showPanes: () => show(PANES),
    showChanges: (subject) => show({ type: 'changes', subject }),
    showRace: (agentId) => show({ type: 'race', agentId, attempt: null }),
    noteUndo: () => store.setState(({ undone }) => ({ undone: undone + 1 })),
  }
}
