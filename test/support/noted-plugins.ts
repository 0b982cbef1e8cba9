import type { PluginPlace, PluginServer, PluginServers } from '../../src/main/core/ports/plugin-ports.ts'
import type { ServerTool } from '../../src/main/core/ports/tool-server-ports.ts'
import type { ForeignDefinition } from '../../src/main/core/ports/tool-ports.ts'

export const PLUGIN_TOOL = 'plugin_tools_main__read'

const foreign: ForeignDefinition = { hash: 'one', text: PLUGIN_TOOL, differenceFrom: () => '' }

/** Servers of plugins, each with one tool, that start nothing and note at which level their calls ran. */
export class NotedPlugins implements PluginServers {
  ran: string[] = []
  readonly #places = new Map<string, PluginPlace>()

  configure(place: PluginPlace, servers: readonly PluginServer[]): void {
    const key = JSON.stringify(place)
    if (servers.length === 0) this.#places.delete(key)
    else this.#places.set(key, place)
  }

  tools(place: PluginPlace): readonly ServerTool[] {
    if (!this.#places.has(JSON.stringify(place))) return []
    const definition = { name: PLUGIN_TOOL, description: '', parameters: { type: 'object', properties: {} } }
    const run = async () => {
      this.ran.push(place.level)
      return { content: `ran at ${place.level}`, isError: false }
    }
    const call = { subject: '{}', access: 'network', paths: [], isInFolder: false, definition: foreign, run } as const
    const prepare = async () => ({ ok: true, call }) as const
    return [{ server: 'plugin/tools/main', inputSchema: {}, definition, foreign, prepare }]
  }

  ready = async (): Promise<void> => undefined
  missing = () => []
  states = () => []
  onStateChange = () => () => undefined
  close = async (): Promise<void> => undefined
}
