import type { JsonObject } from '../../../shared/json.ts'
import type { Result } from '../../../shared/result.ts'
import type { SignInOffer, ToolServerState } from '../../../shared/tool-list.ts'
import type { ToolServerConfig } from './config-ports.ts'
import type { ForeignDefinition, Tool, ToolFile } from './tool-ports.ts'

/** A sign-in that waits for the browser. */
export interface OpenSignIn extends SignInOffer {
  /** Resolves when it has ended; refused: why the sign-in failed. */
  readonly done: Promise<Result<null>>
  /** Takes the address of the last page that a browser elsewhere could not open; whether it is the right one. */
  accept(address: string): boolean
}

/** The MCP servers of config.json. No method throws or blocks: a failed server is reported by its state. */
export interface ToolServers {
  /** Starts the servers that are not running yet. A server that fails is restarted with increasing delays. */
  start(): void
  /**
   * Resolves when every server is running or has failed once, after a few seconds at most, or when the signal aborts.
   */
  ready(signal: AbortSignal): Promise<void>
  tools(): readonly ServerTool[]
  readonly contents: ServerContents
  states(): readonly ToolServerState[]
  onStateChange(listener: () => void): () => void
  /** Replaces the configuration. Servers whose entry is unchanged keep running. */
  configure(servers: Readonly<Record<string, ToolServerConfig>>): void
  /** Restarts a server immediately; returns whether there is one with that name. */
  restart(name: string): boolean
  /** Begins a sign-in; an unfinished one of the same server ends. Refused if the server has none. */
  signIn(name: string): Promise<Result<OpenSignIn>>
  /** Forgets the login. */
  signOut(name: string): Promise<Result<null>>
  close(): Promise<void>
}

export interface ServerTool extends Tool {
  readonly server: string
  /** The schema of the arguments with all keywords that the server gave. */
  readonly inputSchema: JsonObject
  /** The current definition from its server. */
  readonly foreign: ForeignDefinition
}

/** A prompt that an MCP server offers. All its words are data. */
export interface ServerPrompt {
  readonly server: string
  readonly name: string
  readonly description: string
  readonly arguments: readonly ServerPromptArgument[]
}

interface ServerPromptArgument {
  readonly name: string
  readonly isRequired: boolean
}

/** A resource that an MCP server offers, or a form of addresses with parts in braces. */
export interface ServerResource {
  readonly uri: string
  readonly title: string
  /** Null: the server does not say. */
  readonly bytes: number | null
  readonly isTemplate: boolean
}

/**
 * What MCP servers offer besides tools. A request takes a few seconds at most; a server that does not run, or does not
 * answer, offers nothing.
 */
export interface ServerContents {
  /** The prompts of all servers. */
  prompts(): Promise<readonly ServerPrompt[]>
  /** Returns the text of a prompt. Messages of the model's side, and what is not text, are marked in it. */
  prompt(wanted: Pick<ServerPrompt, 'server' | 'name'>, args: Readonly<Record<string, string>>): Promise<Result<string>>
  /** The names of the servers that offer resources. */
  resourceServers(): readonly string[]
  resources(server: string): Promise<readonly ServerResource[]>
  /** Reads a resource: as one file, even if it has several texts. */
  resource(server: string, uri: string): Promise<Result<ToolFile>>
}
