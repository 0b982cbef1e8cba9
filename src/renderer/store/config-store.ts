import { createStore, type StoreApi } from 'zustand/vanilla'

import type { UpdateState } from '../../shared/app-update.ts'
import type { ConfigState } from '../../shared/config-change.ts'
import type { ToolList } from '../../shared/tool-list.ts'

/** config.json, the tools and newer versions, for Settings; null until loaded. */
interface ConfigurationState {
  readonly config: ConfigState | null
  readonly tools: ToolList | null
  readonly update: UpdateState | null
}

export type ConfigStore = StoreApi<ConfigurationState>

export function createConfigStore(): ConfigStore {
  return createStore(() => ({ config: null, tools: null, update: null }))
}
