import type { ConfigState } from '../../shared/config-state.ts'
import { useWindowStore } from '../hooks/app-context.ts'

/** config.json as it was read last; null until it came. */
export function useConfiguration(): ConfigState | null {
  return useWindowStore(
    (window) => window.configuration,
    (state) => state.config,
  )
}
