import { setTimeout as delay } from 'node:timers/promises'

import type { ToolServerConfig, ToolServers } from '../../../core/ports.ts'
import { McpServer, type McpOptions } from './mcp-server.ts'

/** How long a turn waits for servers that are just starting, ms. */
const READY_WITHIN_MS = 5_000

/** The servers of `mcp_servers`, through the official SDK. */
export function createMcpServers(
  configs: Readonly<Record<string, ToolServerConfig>>,
  options: McpOptions & { readonly readyWithinMs?: number },
): ToolServers {
  const listeners = new Set<() => void>()
  const changed = (): void => listeners.forEach((listener) => listener())
  const servers = Object.entries(configs).map(([name, config]) => new McpServer(name, config, options, changed))
  return {
    start: () => servers.forEach((server) => server.start()),
    async ready(signal) {
      if (servers.length === 0 || signal.aborted) return
      const enough = new AbortController()
      const timeout = delay(options.readyWithinMs ?? READY_WITHIN_MS, undefined, {
        signal: AbortSignal.any([signal, enough.signal]),
      }).catch(() => undefined)
      await Promise.race([Promise.all(servers.map(({ settled }) => settled)), timeout])
      enough.abort()
    },
    tools: () => servers.flatMap(({ tools }) => tools),
    states: () => servers.map((server) => server.state()),
    onStateChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      await Promise.all(servers.map((server) => server.close()))
    },
  }
}
