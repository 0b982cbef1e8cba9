import type { JsonObject } from '../../../../shared/json.ts'
import { type ModelControls, NO_OPTIONS } from '../../../../shared/model-options.ts'
import type { ApiProviderName, ProviderName } from '../../../../shared/providers.ts'
import type { PriceRule } from '../price-rules.ts'
import type { TierNames } from '../service-tiers.ts'
import type { Quietness } from '../provider-connection.ts'
import type { ThinkingLevel } from '../../../../shared/thinking-level.ts'
import type { CachePlan, ModelRequest } from '../../../core/ports/provider-ports.ts'

/** The differences between OpenAI-compatible vendors. Each vendor has one file in vendors/. */
export interface Vendor {
  readonly name: ProviderName
  /** In the form that users of the vendor's SDK configure, including the version. */
  readonly baseUrl: string
  /** `responses` if the vendor has that API: it keeps reasoning complete over a turn with tools. */
  readonly api: 'chat' | 'responses'
  /** Returns the request fields of a thinking level for a model. Never returns fields that the vendor refuses. */
  thinking(model: string, level: ThinkingLevel): VendorThinking
  /**
   * Returns the output limit to send for a reply of that many tokens; null: none is sent. `thinks`: thinking counts
   * against it. `isMaximum`: the reply may use the model's whole output.
   */
  outputLimit(replyTokens: number, thinks: boolean, isMaximum: boolean): number | null
  /**
   * Returns what a model takes of an agent's options. The tiers are those of `tiers`, and whether a limit is sent
   * follows from `outputLimit`.
   */
  controls(model: string, level: ThinkingLevel): ModelControls
  /** The names of service tiers. Missing: the vendor has none. */
  readonly tiers?: TierNames
  /** The vendor's own tools, as they are offered in requests. */
  readonly serverTools?: Readonly<Partial<Record<'web_search' | 'code_execution', JsonObject>>>
  /** The vendor's own tool that it runs once its call is answered with the call's arguments, and the option for it. */
  readonly echoedTool?: { readonly option: 'web_search'; readonly name: string }
  /** Chat: the type of a part with a PDF. Missing: `file`. */
  readonly pdfPart?: 'document_url'
  /** Chat: whether `stream_options.include_usage` is accepted. Vendors that do not accept it send usage unasked. */
  readonly asksForUsage: boolean
  /** Prices that the catalogue does not have. Null: none are known. */
  readonly prices: readonly PriceRule[] | null
  /** Whether the list of models has prices (listed-price.ts). */
  readonly listsPrices?: true
  /** Chat: returns the fields of an assistant message that replay its own thinking. */
  replay(message: ReplayedMessage): JsonObject
  /** Accepts no `tool_choice` other than `auto`: if tool calls are forbidden, no tools are sent. */
  readonly onlyAutoToolChoice?: true
  /** Returns the request fields for the provider's cache. Missing: none, because the vendor might refuse them. */
  cacheFields?(plan: CachePlan): JsonObject
  /** Chat: returns which ends of cache entries are marked for the model. Missing: none. */
  cacheMarks?(model: string): CacheMarks
  /** As in `Provider`. */
  firstWriteMinimum?(model: string): number | null
  /** How long its models may send nothing; `silent` applies to models that think. Missing: `steady`. */
  readonly quietness?: Quietness
  /**
   * Chat: the models are unknown, and chat templates of some begin the thinking of an answer, which the server may pass
   * on as text.
   */
  readonly hasUnknownTemplates?: true
  readonly isChatModel?: (id: string) => boolean
  /** Responses: `custom_tool_call` is a call of a tool that the vendor itself runs. */
  readonly runsCustomTools?: true
}

/** A vendor with a row in `shared/providers.ts`. */
export interface CompanyVendor extends Vendor {
  readonly name: ApiProviderName
}

/** Returns the vendor's own tools that the request asks for. */
export function offeredTools({ serverTools = {} }: Vendor, { options = NO_OPTIONS }: ModelRequest): JsonObject[] {
  const { web_search: search, code_execution: code } = serverTools
  return [
    ...(options.web_search === true && search !== undefined ? [search] : []),
    ...(options.code_execution === true && code !== undefined ? [code] : []),
  ]
}

/** `all`: the system prompt and the points of the plan; `system`: only the system prompt. */
export type CacheMarks = 'all' | 'system' | 'none'

export interface VendorThinking {
  /** Request fields: `reasoning_effort`, `thinking`, `reasoning`. Empty: no field is sent. */
  readonly fields: JsonObject
  readonly thinks: boolean
  /** A short label of the level; null: the model does not think, lacks the level, or is unknown. */
  readonly label: string | null
  /** Lines of docs/behaviour/thinking.md#feedback, warnings first. */
  readonly feedback: readonly string[]
}

/** The thinking of an assistant message in the transcript, and what its replay depends on. */
export interface ReplayedMessage {
  /** All thinking of the message, joined; empty: none, or none with text. */
  readonly thinking: string
  /** The vendor's unchanged `reasoning_details`, or what another field in their place held. */
  readonly details: readonly JsonObject[]
  /** The field of the details. */
  readonly detailsField: string
  /** The field that the thinking arrived in. */
  readonly field: string | undefined
  readonly text: string
  readonly hasCalls: boolean
}
