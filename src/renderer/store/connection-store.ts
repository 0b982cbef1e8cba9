import { createStore, type StoreApi } from 'zustand/vanilla'

import type { ConnectionState } from './engine-connection.ts'

interface ReadinessState {
  readonly connection: ConnectionState
  /** Whether the tree and the saved layout have arrived, so that the window shows the actual state. */
  readonly ready: boolean
}

export type ConnectionStore = StoreApi<ReadinessState>

export function createConnectionStore(connection: ConnectionState): ConnectionStore {
  return createStore(() => ({ connection, ready: false }))
}
