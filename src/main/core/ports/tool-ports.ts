import type { ToolDefinition } from '../../../shared/content.ts'
import type { AgentId, TurnId } from '../../../shared/ids.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { Result } from '../../../shared/result.ts'
import type { ToolAccess, WideFolder } from '../../../shared/tool-access.ts'
import type { ToolServerState } from '../../../shared/tool-list.ts'
import type { ToolLink } from '../../../shared/tool-link.ts'
import type { ToolServerConfig } from './config-ports.ts'

/** Whose call it is. */
export interface ToolCallSite {
  readonly agentId: AgentId
  readonly turnId: TurnId
  readonly callId: string
}

export interface ToolOutcome {
  /** What the model reads. */
  readonly content: string
  readonly isError: boolean
  /** Absolute path of the whole output, where `content` was cut. */
  readonly fullOutput?: string
  /**
   * What takes effect only when every result of the batch is recorded (docs/behaviour/commands.md#deferred-effects): a
   * clear, a fork, a self-kill.
   */
  readonly afterBatch?: () => Promise<void>
}

/** What somebody else says of a tool: the name, description and input schema that its server gives. */
export interface ForeignDefinition {
  /** SHA-256 of the canonical JSON, in hex. */
  readonly hash: string
  /** For eyes, a line each; what `differenceFrom` compares. */
  readonly text: string
  /** A unified diff from an earlier definition's text to this one's. */
  differenceFrom(before: string): string
}

/** A call with valid arguments, ready to be approved and run. Preparing it has changed nothing. */
export interface PreparedCall {
  /** What a person is asked about and patterns match: `git status`, an absolute path, a URL. */
  readonly subject: string
  readonly access: ToolAccess
  /** Absolute, symlinks resolved. Calls of a batch that share one, at least one of them writing, run in call order. */
  readonly paths: readonly string[]
  /** All of `paths` are in the agent's folder. Of mail: the two agents are one above the other in the tree. */
  readonly isInFolder: boolean
  /** What makes this path (for a command: one that it names) need a person's word each time: 'a shell start file'. */
  readonly protectedAs?: string
  /** The agent's folder is no project but all that a person has: reading there is asked about too. */
  readonly wideFolder?: WideFolder
  /** For a person; missing: the path leads where it says, or there is none. */
  readonly link?: ToolLink
  /** Under which name rules know it; nothing: the tool's. */
  readonly ruleName?: string
  /** What a person sees before approving: a unified diff of an edit. */
  readonly preview?: string
  /** A server's tool: an answer that lasts holds for this definition only. */
  readonly definition?: ForeignDefinition
  /** Runs at most once. Never throws; after an abort it ends soon. `onOutput` is called with what it prints meanwhile. */
  run(options: { readonly signal: AbortSignal; readonly onOutput: (text: string) => void }): Promise<ToolOutcome>
}

export type PrepareResult =
  | { readonly ok: true; readonly call: PreparedCall }
  /** For the model: what is wrong with the arguments. */
  | { readonly ok: false; readonly message: string }

export interface Tool {
  readonly definition: ToolDefinition
  /** Validates the arguments against the definition's schema and looks at the world without changing it. */
  prepare(args: JsonObject, site: ToolCallSite): Promise<PrepareResult>
}

/** A folder as a person types it; answers its absolute path, symlinks resolved, or why nobody can work there. */
export type ResolveFolder = (typed: string) => Promise<Result<string>>

/** Whether a folder holds far more than one project; null: it does not. */
export type FindWideFolder = (folder: string) => Promise<WideFolder | null>

/** Where an agent works, absolute, symlinks resolved. */
export type FolderOf = (agentId: AgentId) => Promise<Result<string>>

/** Servers of tools (MCP) of config.json. Nothing here ever throws or blocks: a server that fails has a state. */
export interface ToolServers {
  /** Starts those that are not running yet; each is started again, later and later, when it fails. */
  start(): void
  /** Resolves when every server is up or has failed once, at the latest after a few seconds, or when the signal aborts. */
  ready(signal: AbortSignal): Promise<void>
  tools(): readonly ServerTool[]
  states(): readonly ToolServerState[]
  onStateChange(listener: () => void): () => void
  /** Makes these the servers; one whose entry is the same goes on as it is. */
  configure(servers: Readonly<Record<string, ToolServerConfig>>): void
  /** Ends a server and starts it anew at once; answers whether there is one of that name. */
  restart(name: string): boolean
  close(): Promise<void>
}

export interface ServerTool extends Tool {
  readonly server: string
  /** What its server says of it now. */
  readonly foreign: ForeignDefinition
}

/** The tools that an agent has now; servers come and go. Sorted by name, so that equal sets are equal bytes. */
export interface ToolBox {
  /** Resolves when servers that are just starting are up; soon in any case. */
  ready(signal: AbortSignal): Promise<void>
  tools(agentId: AgentId): readonly Tool[]
}
