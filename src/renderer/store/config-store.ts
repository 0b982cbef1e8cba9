import { createStore, type StoreApi } from 'zustand/vanilla'

import type { ConfigState } from '../../shared/config-change.ts'
import type { ToolList } from '../../shared/tool-list.ts'

/** config.json and the tools, for Settings; null until loaded. */
interface ConfigurationState {
  readonly config: ConfigState | null
  readonly tools: ToolList | null
}

export type ConfigStore = StoreApi<ConfigurationState>

export function createConfigStore(): ConfigStore {
  return createStore(() => ({ config: null, tools: null }))
}
