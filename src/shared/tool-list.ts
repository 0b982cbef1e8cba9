/** A server of tools (MCP) and how it is. */
export interface ToolServerState {
  /** Its name in config.json. */
  readonly name: string
  readonly transport: 'stdio' | 'http'
  /** `waiting`: it failed and is started again later; `off`: nobody has needed it yet. */
  readonly state: 'off' | 'starting' | 'running' | 'waiting'
  /** For a person: its version, or why it does not run. */
  readonly message: string
  readonly tools: number
}

export interface ListedTool {
  readonly name: string
  readonly description: string
  /** The server that it comes from; null: built in. */
  readonly server: string | null
}

/** The tools that agents have, sorted by name, and the servers that some of them come from. */
export interface ToolList {
  readonly tools: readonly ListedTool[]
  readonly servers: readonly ToolServerState[]
}

/** How the names of a server's tools begin: a letter, then what every provider takes in a name (letters, digits, `_`, `-`). */
export function serverToolPrefix(server: string): string {
  return `${server}__`.replaceAll(/[^\w-]/g, '_').replace(/^(?![A-Za-z])/, 's')
}
