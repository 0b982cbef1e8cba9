import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AgentId, EventId } from '../../shared/ids.ts'

/** At most one dialog is open; it says what it is about. */
export type OpenDialog =
  | { readonly type: 'none' }
  | { readonly type: 'palette' }
  | { readonly type: 'shortcuts' }
  | { readonly type: 'settings' }
  | { readonly type: 'fork'; readonly agentId: AgentId; readonly atEventId: EventId | null }

export interface DialogState {
  readonly dialog: OpenDialog
  /** The pane whose model picker is open. */
  readonly modelPickerOf: AgentId | null
  /** The agent whose name is edited in the tree. */
  readonly renaming: AgentId | null
}

export type DialogStore = StoreApi<DialogState>

export function createDialogStore(): DialogStore {
  return createStore(() => ({ dialog: { type: 'none' }, modelPickerOf: null, renaming: null }))
}
