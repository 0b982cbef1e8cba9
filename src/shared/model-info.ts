import type { AppError } from './app-error.ts'
import type { OptionalPartName } from './model-options.ts'
import type { ModelPrice } from './model-price.ts'
import type { ProviderName } from './providers.ts'
import type { LevelLabels } from './thinking-level.ts'

/** The known facts about a model. Unknown figures are null, never guessed. */
export interface ModelInfo {
  readonly provider: ProviderName
  readonly id: string
  readonly name: string
  /** Tokens. */
  readonly contextWindow: number | null
  /** Tokens. */
  readonly maxOutput: number | null
  /** List prices, one entry per period. Empty: not known. */
  readonly prices: readonly ModelPrice[]
  /** ISO date after which the provider no longer serves it. */
  readonly endsOn: string | null
  /** The provider's list says whether it ends, so that null means that it does not. Missing: null means that no end is known. */
  readonly saysEnd?: true
  /** What it reads and writes: `text`, `image`, `pdf`, `audio`, `video`. Missing: not known. */
  readonly modalities?: { readonly input: readonly string[]; readonly output: readonly string[] }
  /** What each level means for this model: `64,000 tokens`, `medium effort`; null if thinking is not supported. */
  readonly thinking: LevelLabels | null
  /** What its server has refused, so that requests are sent without it or otherwise. Missing: nothing. */
  readonly learned?: readonly LearnedPart[]
}

/** A part of requests that a server has refused for a model, or asked for in another form. It is forgotten after a day. */
export interface LearnedPart {
  readonly part: OptionalPartName
  /** When it was learned, ms since the epoch. */
  readonly at: number
}

/** The models to choose from. A provider whose own list could not be loaded has the models of the catalogue. */
export interface ModelList {
  readonly providers: readonly {
    readonly provider: ProviderName
    readonly label: string
    /** The name of the endpoint that has these models. Missing: they are those of a provider. */
    readonly endpoint?: string
    /** Whether a key is set or none is needed. */
    readonly ready: boolean
    readonly models: readonly ModelInfo[]
    /** Why its own list could not be loaded the last time. Missing: it was loaded, or not asked for. */
    readonly problem?: AppError
  }[]
  /** The day on which the list prices were collected, ISO date; null: not known. */
  readonly pricesAsOf: string | null
  /** The day on which the user renewed the catalogue, ISO date. Missing: it is the built-in one. */
  readonly renewedOn?: string
  /** The default for new agents, `MODEL/LEVEL`; null: none configured. */
  readonly defaultModel: string | null
  /** The configured default if it is no longer served and `defaultModel` is its successor. */
  readonly endedDefault?: string
  /** Why the requested provider's own list could not be loaded. The models known without it are listed. */
  readonly problem?: AppError
}

/** The beginning of names that says no more than the provider does. */
const FAMILY = /^Claude (?=\S)/

/** Returns the name of a model without what its provider says already: `Sonnet 5.5` of Claude Sonnet 5.5. */
export function plainName({ name }: { readonly name: string }): string {
  return name.replace(FAMILY, '')
}
