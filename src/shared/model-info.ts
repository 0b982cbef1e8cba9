import type { AppError } from './app-error.ts'
import type { ProviderName } from './providers.ts'
import type { ThinkingLevel } from './thinking-level.ts'

/** What is known of a model. Unknown figures are null, never guessed. */
export interface ModelInfo {
  readonly provider: ProviderName
  readonly id: string
  readonly name: string
  /** Tokens. */
  readonly contextWindow: number | null
  /** Tokens. */
  readonly maxOutput: number | null
  /** US dollars per million tokens. */
  readonly price: { readonly input: number; readonly output: number; readonly cachedInput: number | null } | null
  /** ISO date after which the provider no longer serves it. */
  readonly endsOn: string | null
  /** For each level, what it means for this model: `64,000 tokens`, `medium effort`; null where thinking is not supported. */
  readonly thinking: Readonly<Record<ThinkingLevel, string>> | null
}

/** The picker's list. A provider whose own list failed still shows the catalogue. */
export interface ModelList {
  readonly providers: readonly {
    readonly provider: ProviderName
    readonly label: string
    /** No key is needed, or one is set. */
    readonly ready: boolean
    readonly models: readonly ModelInfo[]
  }[]
  /** The default for new agents, `MODEL/LEVEL`; null: none configured. */
  readonly defaultModel: string | null
  /** The configured default that is no longer served, where `defaultModel` is its successor. */
  readonly endedDefault?: string
  /** Why the provider that was to be asked gave no list; what is known without asking is shown then. */
  readonly problem?: AppError
}
