import type { ModelChoice } from '../../../shared/agent-summary.ts'
import type { Citation, ContentBlock, TextBlock, ToolDefinition } from '../../../shared/content.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { JsonObject, JsonValue } from '../../../shared/json.ts'
import type { LocalServer } from '../../../shared/local-server.ts'
import type { CatalogFile } from '../../../shared/model-catalog-file.ts'
import type { ModelControls, ModelOptions, OptionalPartName } from '../../../shared/model-options.ts'
import type { LearnedPart, ModelInfo } from '../../../shared/model-info.ts'
import type { OutsideProgram } from '../../../shared/outside-agent.ts'
import type { OutsideSession, OutsideValue, OutsideValues } from '../../../shared/outside-session.ts'
import type { KeptLifetime } from '../../../shared/provider-caches.ts'
import type { Result } from '../../../shared/result.ts'
import type { ProviderName } from '../../../shared/providers.ts'
import type { StreamEvent } from '../../../shared/stream-event.ts'
import type { Tool, FolderLocator, FindWideFolder } from './tool-ports.ts'
import type { ThinkingLevel } from '../../../shared/thinking-level.ts'

/** A file that is sent as it is. Its bytes are in `ModelRequest.files`. */
export interface FilePart {
  readonly type: 'file'
  readonly as: 'image' | 'pdf' | 'audio'
  readonly sha256: string
  readonly name: string
  readonly mediaType: string
  readonly bytes: number
  readonly width?: number
  readonly height?: number
  readonly pages?: number
}

export type UserPart = TextBlock | FilePart

/**
 * A message of a transcript, already valid for the target: every call has a result, thinking is the target's own, tool
 * ids are projected.
 */
export type TranscriptMessage =
  | { readonly role: 'user'; readonly content: readonly UserPart[] }
  | { readonly role: 'assistant'; readonly content: readonly ContentBlock[] }
  | { readonly role: 'tool'; readonly results: readonly TranscriptToolResult[] }

export interface TranscriptToolResult {
  /** The projected id, equal to the `id` of the call's block in the preceding message. */
  readonly callId: string
  readonly name: string
  readonly content: string
  readonly isError: boolean
  /** Files inside the result, after its text. Missing: none. */
  readonly files?: readonly FilePart[]
}

/**
 * Which tools a model may call: all that the providers' forms can say. What one of them cannot say is left out
 * (docs/behaviour/providers.md#tool-choice). In short, `none` forbids all calls.
 */
export type CallChoice =
  | 'none'
  | {
      /** `auto`: the model decides. `required`: it must call one, or this one. */
      readonly mode: 'auto' | 'required' | { readonly tool: string }
      /** False: at most one call in an answer. Missing: several. */
      readonly parallelAllowed?: boolean
      /** True: arguments hold the tools' schemas exactly. Missing: they are checked when the call runs. */
      readonly strict?: boolean
    }

/**
 * A request to a model: the context rendered for one provider and model. Plain data; equal requests give equal bytes.
 */
export interface ModelRequest {
  readonly model: string
  readonly thinkingLevel: ThinkingLevel
  /** Blocks of the system prompt, in order; may be empty. */
  readonly system: readonly string[]
  /** The `id` of a tool call block in these messages is the projected id. */
  readonly messages: readonly TranscriptMessage[]
  /**
   * The bytes of the files in the messages, as base64 by hash. Missing: the request is only displayed, and a short text
   * takes the place of the bytes.
   */
  readonly files?: ReadonlyMap<string, string>
  readonly tools: readonly ToolDefinition[]
  /**
   * `none`: the model must not call tools, which are sent only because cached prefixes begin with them. Missing: the
   * model decides. If a server does not accept `none`, no tools are sent.
   */
  readonly toolChoice?: CallChoice
  /** Limit of the reply in tokens, without thinking. */
  readonly maxOutputTokens: number
  /** `maxOutputTokens` is all that the model can write: it includes thinking. */
  readonly isOutputMaximum?: true
  /**
   * What the request leaves of the model's window: no limit that is sent exceeds it, thinking included. `isNamed`: the
   * server has named it, and it is sent also where no limit would be. Missing: the window is not known.
   */
  readonly outputRoom?: { readonly tokens: number; readonly isNamed?: true }
  /** The agent's options, only those that the model takes. The output limit is in `maxOutputTokens`. Missing: none. */
  readonly options?: ModelOptions
  /** Only the cache matters: the model writes one token at most. See `ModelCatalog.canBeBrief`. */
  readonly isBrief?: true
  /** Missing: the request does not use the provider's cache on purpose. */
  readonly cache?: CachePlan
}

/**
 * What a provider's prompt cache needs for a request. It affects the price and the time of an answer, never
 * what the model reads. Providers without a field for a part of it ignore that part.
 */
export interface CachePlan {
  /** The same for all requests of one tree of agents: the root's id. At most 64 characters. */
  readonly key: string
  /** How long entries should be kept, where the provider offers a choice; each use renews them. */
  readonly lifetime: KeptLifetime
  /** How many blocks at the beginning of `system` other trees send too. */
  readonly sharedSystem: number
  /** Indexes of the messages whose ends later requests continue from, ascending; three at most. */
  readonly points: readonly number[]
  /** The provider's id of the response whose request this one is to be compared with. Missing: of none. */
  readonly comparedWith?: string
}

/**
 * The events that an adapter yields: the normalized stream, and block data that is only needed for replay. `block_data`
 * belongs to the block with that index and may arrive at any time before `done`; several are merged, and later keys
 * win. A block that consists only of data (redacted thinking) begins with it, so `blockType` is needed.
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
  /** Sources of a text block, further ones if there were some before. Its text is complete up to their ends. */
  | { readonly type: 'citations'; readonly blockIndex: number; readonly citations: readonly Citation[] }

export interface ProviderCallOptions {
  readonly signal: AbortSignal
  /** Creates the canonical id of each tool call. Adapters must not create ids themselves. */
  readonly newToolCallId: () => string
}

/** Returns what was learned about a model from the refusals of its server; it is forgotten after a day. */
export type LearnedParts = (provider: ProviderName, model: string) => readonly LearnedPart[]

/** A picture that a model made. */
export interface DrawnPicture {
  readonly mediaType: string
  /** Base64. */
  readonly data: string
}

/** One agent's connection to one provider: created at first use, discarded when the agent's model changes. */
export interface Provider {
  readonly name: ProviderName
  /**
   * The API that blocks are stamped with (`messages`, `responses`, `generate_content`, `chat`), with the host if it is
   * not the provider's own.
   */
  readonly endpoint: string
  /**
   * Streams one model response. Never throws: a failure is an `error` event. Ends after exactly one `done` or `error`,
   * or without either when the signal aborts. Leaving the loop early closes the connection.
   */
  stream(request: ModelRequest, options: ProviderCallOptions): AsyncIterable<ProviderEvent>
  /** Returns the exact body that `stream` would send. It contains no key. */
  render(request: ModelRequest): JsonValue
  /**
   * Returns the smallest cache entry of a model, tokens, if entries can be read only once the answer that wrote them
   * has begun. Null or missing: requests need not wait for each other.
   */
  firstWriteMinimum?(model: string): number | null
  /**
   * Returns the name of the tool in a request that the provider runs itself once its call is answered with the call's
   * arguments. Null or missing: none.
   */
  echoedTool?(request: ModelRequest): string | null
  /**
   * Returns the tools whose calls the last response contains. They run in the provider's own program. Missing: calls
   * are those of the agent's tools.
   */
  ownTools?(): readonly Tool[]
  /**
   * Returns the parts of a request that the server has refused for its model; it is sent without them. Missing: none.
   */
  leftOut?(request: ModelRequest): readonly OptionalPartName[]
  /** Returns the pictures that a block of an answer of this provider holds. Missing: its answers hold none. */
  picturesIn?(block: ContentBlock): readonly DrawnPicture[]
  /** Fetches the provider's own list of models. */
  listModels(signal: AbortSignal): Promise<Result<readonly ModelInfo[]>>
}

/** Creates providers. Credentials and configuration are read at each call, so a new key takes effect immediately. */
export interface ProviderFactory {
  /**
   * Without a key, returns an error with the text of docs/behaviour/commands.md#missing-credentials. `key: 'optional'`:
   * creates the provider without a key, to render requests.
   */
  create(name: ProviderName, options?: ProviderWish): Promise<Result<Provider>>
}

interface ProviderWish {
  /** The model that is asked for; of an endpoint it says which. */
  readonly model?: string
  readonly key?: 'optional'
  /** The agent that is asked for. Outside agents have one instance per agent. */
  readonly agentId?: AgentId
}

/** What the programs of outside agents depend on, and what they report. */
export interface OutsideFacts extends FolderLocator {
  readonly wideFolder: FindWideFolder
  /** Returns what the user chose for the agent and one program. */
  readonly chosenOptions: (agentId: AgentId, program: string) => Promise<Result<OutsideValues>>
  /** Called with what the program of an agent offers, when it changes. */
  readonly onOffer: (agentId: AgentId, offer: OutsideSession) => void
}

/** Programs that speak the Agent Client Protocol and answer in place of a model, each for one agent. */
export interface OutsideAgents {
  /** Returns the instance of an agent. Its program is started by the first request. */
  providerOf(agentId: AgentId): Provider
  /**
   * Sets a setting of the agent's session, if its program runs. REFUSED if the program does not accept it.
   */
  setOption(agentId: AgentId, id: string, value: OutsideValue): Promise<Result<null>>
  /** The configured programs, then the known ones that are not configured. Starts none of them. */
  programs(): Promise<readonly OutsideProgram[]>
  /** Ends all programs. */
  close(): Promise<void>
}

/** Where renewed catalogues come from, and where the last one is kept. */
export interface CatalogSource {
  /** Loads a catalogue and checks its form. */
  fetch(address: string, signal: AbortSignal): Promise<Result<CatalogFile>>
  save(file: CatalogFile): Promise<Result<null>>
}

/** The known models. */
export interface ModelDirectory {
  list(provider: ProviderName): readonly ModelInfo[]
  find(provider: ProviderName, model: string): ModelInfo | null
}

/** What models can be asked for. */
export interface ModelAbilities {
  /**
   * Returns the schema in the form in which the provider holds an answer of the model to it. The answer must be checked
   * against the schema itself. Null: the model has to be instructed instead.
   */
  nativeSchema(choice: ModelChoice, schema: JsonObject): JsonObject | null
  /** Returns what the model takes of an agent's options, at the level of the choice. */
  controls(choice: ModelChoice): ModelControls
  /**
   * Whether the model accepts a request that differs from others only by a limit of one output token, thinking
   * included.
   */
  canBeBrief(choice: ModelChoice): boolean
}

/** The tables of models; look-ups need no network. */
export interface ModelCatalog extends ModelDirectory, ModelAbilities {
  /** The catalogue in use: the built-in one, or the one that the user renewed. */
  file(): CatalogFile
  /** Uses another catalogue from now on. */
  replace(file: CatalogFile): void
  /**
   * Returns the lines after `✓ Switched to …` of docs/behaviour/thinking.md#feedback, warnings first, without
   * indentation.
   */
  thinkingFeedback(choice: ModelChoice, maxOutputTokens: number): readonly string[]
  /** Returns the replacement for a model that is past its end date; null: none is needed or known. */
  successor(provider: ProviderName, model: string, today: string): string | null
}

/** Returns the servers of local models that answer on this machine; stops waiting when the signal aborts. */
export type FindLocalServers = (signal: AbortSignal) => Promise<readonly LocalServer[]>
