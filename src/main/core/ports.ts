import type { NewEvent } from '../../shared/agent-event.ts'
import type { ModelChoice } from '../../shared/agent-summary.ts'
import type { AppError } from '../../shared/app-error.ts'
import type { ConfigChange, ConfigState } from '../../shared/config-state.ts'
import type { ContentBlock, TextBlock, ToolDefinition } from '../../shared/content.ts'
import type { Outcome } from '../../shared/contract.ts'
import type { CredentialState } from '../../shared/credential-state.ts'
import type { ComponentState } from '../../shared/engine-state.ts'
import type { AgentId, TurnId } from '../../shared/ids.ts'
import type { JsonObject, JsonValue } from '../../shared/json.ts'
import type { ModelInfo } from '../../shared/model-info.ts'
import type { ModelPools } from '../../shared/model-pool.ts'
import type { ProviderName } from '../../shared/provider-name.ts'
import type { StreamEvent } from '../../shared/stream-event.ts'
import type { ThinkingLevel } from '../../shared/thinking-level.ts'
import type { ToolAccess } from '../../shared/tool-access.ts'
import type { ToolServerState } from '../../shared/tool-list.ts'
import type {
  LogSearch,
  LogTransfer,
  MailStore,
  SettingsStore,
  StartedTurn,
  StorageResult,
  Store,
  TurnLeases,
} from './storage-ports.ts'

/** Everything that core needs from the world. Adapters implement these; core never sees an adapter. */

// ── Time, ids, words ────────────────────────────────────────────────────────────────────────────────────────────────

export interface Clock {
  /** ms since the epoch. */
  now(): number
  /** Resolves after `ms`, or at once when the signal aborts; never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

export interface IdSource {
  uuid(): string
  /** A canonical tool call id: `call_` and 24 of [A-Za-z0-9]. Valid at nearly every provider as it is. */
  toolCallId(): string
  /** In [0, 1), for jitter. */
  random(): number
}

/** Goes to stderr or a file, never to the window's log of events. Fields never hold keys. */
export interface Logger {
  info(message: string, fields?: JsonObject): void
  warn(message: string, fields?: JsonObject): void
  error(message: string, fields?: JsonObject): void
}

// ── Providers ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** A message of a transcript: already valid for the target (closed calls, own thinking only, projected tool ids). */
export type TranscriptMessage =
  | { readonly role: 'user'; readonly content: readonly TextBlock[] }
  | { readonly role: 'assistant'; readonly content: readonly ContentBlock[] }
  | { readonly role: 'tool'; readonly results: readonly TranscriptToolResult[] }

export interface TranscriptToolResult {
  /** The projected id, equal to the `id` of the call's block in the message before. */
  readonly callId: string
  readonly name: string
  readonly content: string
  readonly isError: boolean
}

/** What a model is asked: the context rendered for one provider and model. Plain data; equal requests are equal bytes. */
export interface ModelRequest {
  readonly model: string
  readonly thinkingLevel: ThinkingLevel
  /** Blocks of the system prompt, in order; may be empty. */
  readonly system: readonly string[]
  /** In these messages a tool call block's `id` is the projected id. */
  readonly messages: readonly TranscriptMessage[]
  readonly tools: readonly ToolDefinition[]
  /** The reply, without thinking. Tokens. */
  readonly maxOutputTokens: number
}

/**
 * What an adapter yields: the normalized stream, and the parts of blocks that only a replay needs.
 * `block_data` belongs to the block of that index and may come at any time before `done`; several are merged, later keys
 * win. A block of which only data comes (redacted thinking) begins with it, hence `blockType`.
 */
export type ProviderEvent =
  | StreamEvent
  | {
      readonly type: 'block_data'
      readonly blockIndex: number
      readonly blockType: 'text' | 'thinking' | 'tool_call'
      readonly providerData: JsonObject
      /** The provider's own id of a tool call. */
      readonly providerId?: string
    }

export interface ProviderCallOptions {
  readonly signal: AbortSignal
  /** Mints the canonical id of each tool call; adapters never invent one. */
  readonly newToolCallId: () => string
}

/** One agent's connection to one provider: made at first use, dropped when the agent's model changes. */
export interface Provider {
  readonly name: ProviderName
  /** The stamp on blocks: which API they came from (`messages`, `responses`, `generate_content`, `chat`), with the host if it is not the provider's own. */
  readonly endpoint: string
  /**
   * Streams one model response. Never throws: a failure arrives as `error`. Ends after exactly one `done` or `error`,
   * or without either when the signal aborts. Leaving the loop early closes the connection.
   */
  stream(request: ModelRequest, options: ProviderCallOptions): AsyncIterable<ProviderEvent>
  /** The very body that `stream` would send. No key in it. */
  render(request: ModelRequest): JsonValue
  /** The provider's own list of models. */
  listModels(signal: AbortSignal): Promise<ModelListResult>
}

export type ModelListResult =
  | { readonly ok: true; readonly models: readonly ModelInfo[] }
  | { readonly ok: false; readonly error: AppError }

export type ProviderResult =
  | { readonly ok: true; readonly provider: Provider }
  /** No credentials: the words of commands.md § Missing Credentials. */
  | { readonly ok: false; readonly error: AppError }

/** Makes providers. Reads credentials and configuration at that moment, so a new key works at once. */
export interface ProviderFactory {
  /** `key: 'optional'`: without a key the provider still renders requests, which needs none. */
  create(name: ProviderName, options?: { readonly key: 'optional' }): Promise<ProviderResult>
}

/** What is known about models without asking anybody; pure look-ups in bundled tables. */
export interface ModelCatalog {
  list(provider: ProviderName): readonly ModelInfo[]
  find(provider: ProviderName, model: string): ModelInfo | null
  /** The lines after `✓ Switched to …` of thinking.md § User Feedback, warnings first, each without indentation. */
  thinkingFeedback(choice: ModelChoice, maxOutputTokens: number): readonly string[]
  /** The model to use instead of a default that is past its end date; null: none needed or known. */
  successor(provider: ProviderName, model: string, today: string): string | null
}

// ── Storage ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What is stored, and how it is read: see there. Adapters know this file alone. */
export type {
  AgentChange,
  Change,
  Committed,
  EventRange,
  ImportedAgent,
  LogImport,
  LogSearch,
  LogTransfer,
  Mail,
  MailStore,
  NewAgent,
  SettingsStore,
  StartedTurn,
  StorageResult,
  Store,
  StoredMail,
  TurnLease,
  TurnLeases,
} from './storage-ports.ts'

/** What is journaled of a running turn: its stream, and results of tools that are complete but not recorded yet. */
export type JournalEvent = ProviderEvent | { readonly type: 'tool_result'; readonly result: NewEvent }

/** Journal of one running turn, as it was found after a crash. */
export interface JournaledTurn extends StartedTurn {
  /** Of the response or the tool batch that was running; merged, in order. */
  readonly events: readonly JournalEvent[]
}

/**
 * Keeps what streams until it is settled. Text that was appended is on disk at most 250 ms later.
 * Errors are reported through the store's state, never to the stream.
 */
export interface StreamJournal {
  /** A response begins: forget what an earlier response of this turn left. */
  begin(agentId: AgentId, turnId: TurnId, choice: ModelChoice): void
  append(turnId: TurnId, event: JournalEvent): void
  /**
   * Turns of dead engines, each handed out once: the caller settles it with a commit. One whose commit failed is handed
   * out again; one that cannot be read is told of in the log, and stays in the journal.
   */
  recover(): Promise<StorageResult<readonly JournaledTurn[]>>
}

/** The whole of what the storage adapter offers. */
export interface Storage {
  readonly store: Store
  readonly journal: StreamJournal
  readonly leases: TurnLeases
  readonly settings: SettingsStore
  readonly mail: MailStore
  readonly transfer: LogTransfer
  readonly search: LogSearch
  /** What the status bar says of the database; the listener hears every change. */
  state(): ComponentState
  onStateChange(listener: (state: ComponentState) => void): () => void
  /** Flushes, ends the session row, closes connections, stops the embedded server if nobody else uses it. */
  close(): Promise<void>
}

// ── Credentials, configuration ──────────────────────────────────────────────────────────────────────────────────────

/** Environment → keychain → credentials.json. The only place that holds keys. */
export interface CredentialStore {
  /** Null: no key anywhere. */
  key(provider: ProviderName): Promise<string | null>
  list(): Promise<readonly CredentialState[]>
  set(provider: ProviderName, key: string): Promise<CredentialResult>
  remove(provider: ProviderName): Promise<CredentialResult>
  keychainState(): ComponentState
  onKeychainStateChange(listener: (state: ComponentState) => void): () => void
}

export type CredentialResult =
  | { readonly ok: true; readonly state: CredentialState }
  | { readonly ok: false; readonly error: AppError }

/** config.json (multi-provider.md § config.json, decisions.md § 8), defaults filled in. */
export interface Config {
  readonly providers: Readonly<Partial<Record<ProviderName, ProviderConfig>>>
  readonly defaultProvider: ProviderName | null
  /** Tokens of a reply. */
  readonly maxOutputTokens: number
  readonly maxToolTurns: number
  /** Bytes of a tool's output. */
  readonly maxOutputSize: number
  readonly listenAddress: string
  readonly listenPort: number
  readonly historySize: number
  readonly databaseUrl: string | null
  /** Where agents work that were given no other folder; null: the default. */
  readonly workspace: string | null
  /** Through which providers and HTTP servers of tools are asked; null: straight. */
  readonly proxy: string | null
  readonly toolServers: Readonly<Record<string, ToolServerConfig>>
  readonly pools: ModelPools
}

/**
 * config.json, to look at and to change. `config` is one object for the engine's whole life: an update changes it in
 * place, so whoever looks again sees what holds now.
 */
export interface ConfigStore {
  readonly config: Config
  state(): ConfigState
  /** Changes the file's keys that are named, and nothing else. REFUSED where a value is not possible: nothing was changed. */
  update(change: ConfigChange): Promise<Outcome<ConfigState>>
}

/** Whether a database could be used: words about it, or why not. Changes nothing there. */
export type TestDatabase = (url: string) => Promise<Outcome<string>>

/** An entry of `mcp_servers`: a program to start, or an address to call. */
export type ToolServerConfig =
  | {
      readonly transport: 'stdio'
      readonly command: string
      readonly args: readonly string[]
      readonly env: Readonly<Record<string, string>>
      readonly cwd?: string
    }
  | { readonly transport: 'http'; readonly url: string; readonly headers: Readonly<Record<string, string>> }

export interface ProviderConfig {
  readonly defaultModel?: string
  readonly baseUrl?: string
}

// ── Tools ───────────────────────────────────────────────────────────────────────────────────────────────────────────

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
  /** What takes effect only when every result of the batch is recorded (decisions.md § 5): a clear, a fork, a self-kill. */
  readonly afterBatch?: () => Promise<void>
}

/** A call with valid arguments, ready to be approved and run. Preparing it has changed nothing. */
export interface PreparedCall {
  /** What a person is asked about and patterns match: `git status`, an absolute path, a URL. */
  readonly subject: string
  readonly access: ToolAccess
  /** Absolute, symlinks resolved. Calls of a batch that share one, at least one of them writing, run in call order. */
  readonly paths: readonly string[]
  /** All of `paths` are in the agent's folder. */
  readonly isInFolder: boolean
  /** What a person sees before approving: a unified diff of an edit. */
  readonly preview?: string
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
export type ResolveFolder = (typed: string) => Promise<Outcome<string>>

/** Where an agent works, absolute, symlinks resolved. */
export type FolderOf = (agentId: AgentId) => Promise<StorageResult<string>>

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
}

/** The tools that an agent has now; servers come and go. Sorted by name, so that equal sets are equal bytes. */
export interface ToolBox {
  /** Resolves when servers that are just starting are up; soon in any case. */
  ready(signal: AbortSignal): Promise<void>
  tools(agentId: AgentId): readonly Tool[]
}
