import { HOST_BRIDGE } from '../../shared/host-bridge.ts'
import type { HostBridge } from '../../shared/host-bridge.ts'

/** Returns the preload script's bridge; null in a browser. */
export function hostBridge(): HostBridge | null {
  const bridge: unknown = Reflect.get(window, HOST_BRIDGE)
  return isHostBridge(bridge) ? bridge : null
}

function isHostBridge(value: unknown): value is HostBridge {
  return typeof value === 'object' && value !== null && 'requestEnginePort' in value && 'onMenuCommand' in value
}
