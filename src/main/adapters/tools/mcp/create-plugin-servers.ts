import { missingLines } from '../../../../shared/tool-list.ts'
import type { PluginPlace, PluginServer, PluginServers } from '../../../core/ports/plugin-ports.ts'
import type { Sandbox } from '../../../core/ports/sandbox-ports.ts'
import { placedPlugin } from '../sandbox/server-confinement.ts'
import { createMcpServers } from './create-mcp-servers.ts'
import type { McpOptions } from './mcp-options.ts'

export interface PluginServersOptions extends Omit<McpOptions, 'sandbox' | 'placePlugin'> {
  readonly sandbox: Sandbox
  /** Folder of what servers of plugins keep. */
  readonly dataFolder: string
}

type Servers = ReturnType<typeof createMcpServers>

/** Runs the servers of plugins: a process of its own for each server, folder and level. */
export function createPluginServers(options: PluginServersOptions): PluginServers {
  const places = new Map<string, { readonly folder: string; readonly servers: Servers }>()
  const ending = new Set<Promise<void>>()
  const listeners = new Set<() => void>()
  const changed = (): void => listeners.forEach((listener) => listener())

  const at = (place: PluginPlace): Servers | undefined => places.get(keyOf(place))?.servers

  function open(place: PluginPlace): Servers {
    const { sandbox } = options
    const placePlugin = (server: PluginServer) => placedPlugin(server, place, options)
    const servers = createMcpServers({}, { ...options, sandbox: () => sandbox, placePlugin })
    servers.onStateChange(changed)
    servers.start()
    places.set(keyOf(place), { folder: place.folder, servers })
    return servers
  }

  function end(place: PluginPlace): void {
    const servers = at(place)
    if (servers === undefined) return
    places.delete(keyOf(place))
    const ended = servers.close().finally(() => ending.delete(ended))
    ending.add(ended)
    changed()
  }

  return {
    configure(place, wanted) {
      if (wanted.length === 0) return end(place)
      const entries = wanted.map((server): [string, PluginServer] => [nameOf(server), server])
      const servers = at(place) ?? open(place)
      servers.configure(Object.fromEntries(entries))
    },
    ready: async (place, signal) => at(place)?.ready(signal),
    tools: (place) => at(place)?.tools() ?? [],
    missing: (place) => at(place)?.states().flatMap(missingLines) ?? [],
    states: () =>
      [...places.values()].flatMap(({ folder, servers }) =>
        servers.states().map((state) => ({ ...state, pluginFolder: folder })),
      ),
    onStateChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      await Promise.all([...ending, ...[...places.values()].map(({ servers }) => servers.close())])
    },
  }
}

/** No server of config.json has such a name. */
function nameOf({ plugin, name }: PluginServer): string {
  return `plugin/${plugin.name}/${name}`
}

function keyOf({ folder, level }: PluginPlace): string {
  return `${level}\0${folder}`
}
