import { type CacheRow } from './provider-caches.ts'
import { type InputsByName, type ProviderContent } from './provider-content.ts'
import { type FileTokens } from './provider-file-tokens.ts'
import { type ToolRules } from './tool-schema/tool-rules.ts'
import { type TranscriptTraits } from './transcript-traits.ts'

/** The provider facts that all parts of the program use. `provider-table.ts` defines how requests are made. */
export interface ProviderRow {
  /** The company's name in its own spelling. */
  readonly label: string
  /** The shape that stands for it in the window (`renderer/parts/provider-leaf.tsx`). `seed`: of those without their own. */
  readonly leaf: 'acorn' | 'clover' | 'ginkgo' | 'lance' | 'needles' | 'round' | 'seed' | 'willow'
  /**
   * Patterns of its model names (docs/behaviour/models.md#provider-inference). A prefix alone, such as `claude-`, is
   * not a model name. Empty for a gateway.
   */
  readonly models: readonly RegExp[]
  /** Whether its models are typed and stored with the prefix `NAME/`, and sent without it. */
  readonly isGateway: boolean
  readonly transcript: TranscriptTraits
  /** Whose rules a transcript is checked against before it is sent. `openai`: those of the API that is asked. */
  readonly rules: 'anthropic' | 'gemini' | 'mistral' | 'moonshot' | 'openai'
  readonly tools: ToolRules
  readonly content: ProviderContent
  /** What its own models take, by their names. Null: it has none, or their names do not tell. */
  readonly inputs: InputsByName | null
  readonly fileTokens: FileTokens
  /** How it caches the beginnings of requests. Null: it is not documented. */
  readonly caches: readonly CacheRow[] | null
}

/** A provider whose models are asked over an API. */
export interface ApiProviderRow extends ProviderRow {
  /** Variables that may hold its key: the first one that is set is used, the first one of the list is shown. */
  readonly keyVariables: readonly [string, ...string[]]
  /** Web page on which a user creates a key. Null: no key is needed. */
  readonly keyPage: string | null
  /**
   * Variables that override the address: the name that its SDK uses, else NAME_BASE_URL. The first one that is set is
   * used. config.json has priority.
   */
  readonly baseUrlVariables: readonly [string, ...string[]]
  /** Whether its SDK adds the version of the API (`/v1`) to the address. */
  readonly sdkAddsVersion: boolean
  /** Model of a new agent if config.json names none: served in November 2026, mid-priced. Null: none. */
  readonly defaultModel: string | null
}
