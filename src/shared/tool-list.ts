/** An MCP server and its state. */
export interface ToolServerState {
  /** Its name in config.json; of a plugin `plugin/PLUGIN/NAME`. */
  readonly name: string
  readonly transport: 'stdio' | 'http'
  /** `waiting`: it failed and will be restarted later; `off`: it was not needed yet. */
  readonly state: 'off' | 'starting' | 'running' | 'waiting'
  /** Text for the user: its version, or why it is not running. */
  readonly message: string
  /** Why it is not running, without what happens next. Missing: it runs, or starts. */
  readonly reason?: string
  /** A run that needs it fails without it. Missing: it does not. */
  readonly required?: true
  readonly tools: number
  /** What of its list of tools cannot be used, and why, one text each. Missing: nothing. */
  readonly leftOut?: readonly string[]
  /**
   * The user's login to the server. `needed`: it waits for one; `wider`: a call needs more permissions. Missing: it
   * has not asked for one.
   */
  readonly signIn?: 'needed' | 'wider' | 'signed_in'
  /** The folder that it runs for; missing: it is one of config.json, for all agents. */
  readonly pluginFolder?: string
}

/** Returns what is missing of a server, one line each, without the time of the next try; empty: nothing is. */
export function missingLines({ name, state, message, reason, leftOut = [] }: ToolServerState): readonly string[] {
  if (state === 'running') return leftOut.map((what) => `${name}: ${what}`)
  return [`${name}: ${reason ?? (state === 'starting' ? 'it is still starting' : message || 'it does not run')}`]
}

/** What a user is shown before a sign-in. */
export interface SignInOffer {
  /** The page to open in a browser. */
  readonly address: string
  /** Who signs the user in: an address. */
  readonly issuer: string
  /** The permissions that are asked for, as the server names them. */
  readonly scopes: readonly string[]
}

export interface ListedTool {
  readonly name: string
  readonly description: string
  /** The server that provides it; null: built in. */
  readonly server: string | null
}

/** The tools of agents, sorted by name, and the servers that provide some of them. */
export interface ToolList {
  readonly tools: readonly ListedTool[]
  readonly servers: readonly ToolServerState[]
}

/**
 * Returns the prefix of a server's tool names: a letter, then characters that every provider accepts (letters, digits,
 * `_`, `-`).
 */
export function serverToolPrefix(server: string): string {
  return `${server}__`.replaceAll(/[^\w-]/g, '_').replace(/^(?![A-Za-z])/, 's')
}
