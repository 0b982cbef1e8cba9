import type { ConfinedLevel } from '../../../shared/sandbox.ts'
import type { ToolServerState } from '../../../shared/tool-list.ts'
import type { ServerTool } from './tool-server-ports.ts'

/** A tool server of a plugin, as its `mcp.json` describes it. All values are data. */
export interface PluginServer {
  readonly transport: 'plugin'
  /** The plugin's name, and the real path of its `plugin.json`. */
  readonly plugin: { readonly name: string; readonly path: string }
  readonly name: string
  /** The name of a program, or `./` and a path in the plugin's folder. */
  readonly command: string
  /** Here, in `env` and in `cwd`, `${PLUGIN_ROOT}` and `${PLUGIN_DATA}` stand for folders. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** Hash of `plugin.json` and `mcp.json`, hex. */
  readonly sha256: string
}

/** Where servers of plugins run. */
export interface PluginPlace {
  /** Real path: the folder of agents. */
  readonly folder: string
  readonly level: ConfinedLevel
}

/** Runs the tool servers of plugins, inside the sandbox or not at all. No method throws. */
export interface PluginServers {
  /** Starts these servers for a place and ends its others. Those that are unchanged keep running. */
  configure(place: PluginPlace, servers: readonly PluginServer[]): void
  /** As `ToolServers.ready`, for the servers of one place. */
  ready(place: PluginPlace, signal: AbortSignal): Promise<void>
  tools(place: PluginPlace): readonly ServerTool[]
  /** What is missing of the servers of a place, one line each. */
  missing(place: PluginPlace): readonly string[]
  states(): readonly ToolServerState[]
  onStateChange(listener: () => void): () => void
  close(): Promise<void>
}
