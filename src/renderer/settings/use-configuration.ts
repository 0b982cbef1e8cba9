import { useConfig } from '../hooks/use-stores.ts'
import type { ConfigState } from '../../shared/config.ts'

/** config.json as it was read last; null until it came. */
export function useConfiguration(): ConfigState | null {
  return useConfig((state) => state.config)
}
