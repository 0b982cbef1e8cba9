import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

import { advice } from '../../../../shared/advice.ts'
import { refuse } from '../../../../shared/result.ts'
import type { ToolServers } from '../../../core/ports/tool-server-ports.ts'
import type { ServerEntry } from './connect-server.ts'
import { McpServer, READY_WITHIN_MS } from './mcp-server.ts'
import type { McpOptions } from './mcp-options.ts'
import { createServerContents } from './server-contents.ts'

interface McpServers extends Omit<ToolServers, 'configure'> {
  configure(servers: Readonly<Record<string, ServerEntry>>): void
}

/** Runs servers of tools with the official SDK. */
export function createMcpServers(configs: Readonly<Record<string, ServerEntry>>, options: McpOptions): McpServers {
  const listeners = new Set<() => void>()
  const changed = (): void => listeners.forEach((listener) => listener())
  const make = (name: string, config: ServerEntry): McpServer => new McpServer(name, config, options, changed)
  let servers = Object.entries(configs).map(([name, config]) => make(name, config))
  let started = false
  const ending = new Set<Promise<void>>()

  const named = (name: string): McpServer | undefined => servers.find((server) => server.name === name)

  /** Replaces the servers; the ones that are left out are closed. */
  function replace(next: readonly McpServer[]): void {
    const gone = servers.filter((server) => !next.includes(server))
    servers = [...next]
    for (const server of gone) {
      const end = server.close().finally(() => ending.delete(end))
      ending.add(end)
    }
    if (started) servers.forEach((server) => server.start())
    changed()
  }

  return {
    start() {
      started = true
      servers.forEach((server) => server.start())
    },
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
    contents: createServerContents(() => servers),
    states: () => servers.map((server) => server.state()),
    onStateChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    configure(wanted) {
      const kept = (name: string, config: ServerEntry) =>
        servers.find((server) => server.name === name && isDeepStrictEqual(server.config, config))
      replace(Object.entries(wanted).map(([name, config]) => kept(name, config) ?? make(name, config)))
    },
    restart(name) {
      const found = servers.some((server) => server.name === name)
      if (found) replace(servers.map((server) => (server.name === name ? make(name, server.config) : server)))
      return found
    },
    signIn: (name) => named(name)?.signIn() ?? Promise.resolve(unknown(name)),
    signOut: (name) => named(name)?.signOut() ?? Promise.resolve(unknown(name)),
    async close() {
      await Promise.all([...ending, ...servers.map((server) => server.close())])
    },
  }
}

function unknown(name: string) {
  return refuse(`There is no MCP server called ${name}. ${advice('name_tool_servers')}`)
}
