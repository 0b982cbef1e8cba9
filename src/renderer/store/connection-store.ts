import { createStore, type StoreApi } from 'zustand/vanilla'

import type { ConnectionState } from './engine-connection.ts'

interface ReadinessState {
  readonly connection: ConnectionState
  /** The tree and the kept layout have arrived: what is shown now is what there is. */
  readonly ready: boolean
}

export type ConnectionStore = StoreApi<ReadinessState>

export function createConnectionStore(connection: ConnectionState): ConnectionStore {
  return createStore(() => ({ connection, ready: false }))
}
