import { useConfig } from '../hooks/use-stores.ts'
import type { ConfigState } from '../../shared/config-change.ts'

/** Returns config.json as last read; null until loaded. */
export function useConfiguration(): ConfigState | null {
  return useConfig((state) => state.config)
}
