import type { ModelInfo } from './model-info.ts'
import type { ContentLimits } from './provider-content.ts'
import { ANSWERING, PROVIDERS, type ProviderName } from './providers.ts'
import { defined } from './defined.ts'

/** The model that files would be sent to. */
export interface FileTarget {
  readonly provider: ProviderName
  readonly model: string
  /** What the catalogue says that it reads: `text`, `image`, `pdf`, `audio`. Missing: its name tells. */
  readonly inputs?: readonly string[]
}

/** Adds what the catalogue contains about a model's input. `known`: null if the catalogue does not have the model. */
export function fileTarget<Choice extends FileTarget>(choice: Choice, known: ModelInfo | null): Choice & FileTarget {
  return { ...choice, ...defined({ inputs: known?.modalities === undefined ? undefined : known.modalities.input }) }
}

/** What a model takes besides text, with the limits of its provider. */
export interface ContentSupport {
  /** Media types of pictures. Empty: none. */
  readonly images: readonly string[]
  readonly pdf: boolean
  /** PDFs with text are sent as text, because the provider reads PDFs at a price of its own. */
  readonly onlyScans: boolean
  /** Media types. Empty: none. */
  readonly audio: readonly string[]
  /** Media types that may be part of a tool's result. The others are sent in a user message after the results. */
  readonly inResults: readonly string[]
  readonly limits: ContentLimits
}

const NONE: readonly string[] = []

/** Gemini 2 and earlier take no files in results; names without a number are the latest models. */
const GEMINI_2 = /^gemini-[12]\b/

/** Gateways serve the models of all, so a name may be that of any provider's model. */
const INPUTS = ANSWERING.flatMap((name) => PROVIDERS[name].inputs ?? [])

/** Returns what a model takes besides text, by its name. A name that is not known takes nothing. */
export function inputsByName(model: string): readonly string[] {
  const name = bareName(model)
  return INPUTS.find(([pattern]) => pattern.test(name))?.[1] ?? NONE
}

/** Returns what a model takes besides text: what the catalogue says, else what its name tells. */
export function contentSupport({ provider, model, inputs: known }: FileTarget): ContentSupport {
  const { content } = PROVIDERS[provider]
  const inputs = known ?? content.reads ?? inputsByName(model)
  return {
    images: inputs.includes('image') ? content.images : NONE,
    pdf: content.pdf && inputs.includes('pdf'),
    onlyScans: content.onlyScans ?? false,
    audio: inputs.includes('audio') ? content.audio : NONE,
    inResults: GEMINI_2.test(bareName(model)) ? NONE : content.inResults,
    limits: content.limits,
  }
}

function bareName(model: string): string {
  const name = model.toLowerCase().replace(/^models\//, '')
  return name.split('/').at(-1) ?? ''
}

/** Returns the limits of a provider on the files of a request. */
export function contentLimits(provider: ProviderName): ContentLimits {
  return PROVIDERS[provider].content.limits
}
