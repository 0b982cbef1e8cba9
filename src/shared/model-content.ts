import type { ModelInfo } from './model-info.ts'
import type { ProviderName } from './providers.ts'

/** The model that files would be sent to. */
export interface FileTarget {
  readonly provider: ProviderName
  readonly model: string
  /** What the catalogue says that it reads: `text`, `image`, `pdf`, `audio`. Missing: its name tells. */
  readonly inputs?: readonly string[]
}

/** Adds what the catalogue knows of a model's input. `known`: null if the catalogue does not have the model. */
export function fileTarget<Choice extends FileTarget>(choice: Choice, known: ModelInfo | null): Choice & FileTarget {
  return { ...choice, ...(known?.modalities !== undefined && { inputs: known.modalities.input }) }
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
  /** Media types that may be part of a tool's result. The others are sent in a user message behind the results. */
  readonly inResults: readonly string[]
  readonly limits: ContentLimits
}

interface ContentLimits {
  /** Of one picture: bytes, and pixels of the longer side. */
  readonly imageBytes: number
  readonly imageSide: number
  /** Of one PDF. */
  readonly pdfPages: number
  /** Of one request: pictures, and bytes of all files. */
  readonly images: number
  readonly bytes: number
  /** Above this number of pictures in a request, each may have at most `side` pixels. Null: no such rule. */
  readonly many: { readonly above: number; readonly side: number } | null
}

const MEGABYTE = 1024 * 1024
const NONE: readonly string[] = []
const COMMON_IMAGES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
const PDF = 'application/pdf'

/**
 * Sources, 2026-11-22: platform.claude.com/docs/en/build-with-claude/vision and pdf-support,
 * developers.openai.com/api/docs/guides/images-vision and file-inputs,
 * ai.google.dev/gemini-api/docs/image-understanding, docs.x.ai/docs/guides/image-understanding. Limits that count
 * base64 are three quarters here. `bytes` is also limited by what is held in memory for one request.
 */
const LIMITS: ContentLimits = {
  imageBytes: 10 * MEGABYTE,
  imageSide: 65_535,
  pdfPages: 1_000,
  images: 1_000,
  bytes: 20_000_000,
  many: null,
}

interface ProviderContent {
  readonly images: readonly string[]
  readonly pdf: boolean
  readonly onlyScans?: true
  readonly audio: readonly string[]
  readonly inResults: readonly string[]
  readonly limits: ContentLimits
}

const CHAT: ProviderContent = { images: COMMON_IMAGES, pdf: false, audio: NONE, inResults: NONE, limits: LIMITS }

const PROVIDER_CONTENT: Readonly<Record<ProviderName, ProviderContent>> = {
  anthropic: {
    images: COMMON_IMAGES,
    pdf: true,
    audio: NONE,
    inResults: [...COMMON_IMAGES, PDF],
    limits: {
      imageBytes: 7.5 * MEGABYTE,
      imageSide: 8_000,
      pdfPages: 100,
      images: 100,
      bytes: 23_000_000,
      many: { above: 20, side: 2_000 },
    },
  },
  openai: {
    images: COMMON_IMAGES,
    pdf: true,
    audio: NONE,
    inResults: [...COMMON_IMAGES, PDF],
    limits: { ...LIMITS, imageBytes: 50_000_000, images: 1_500, bytes: 50_000_000 },
  },
  google: {
    images: ['image/png', 'image/jpeg', 'image/webp', 'image/heic'],
    pdf: true,
    audio: ['audio/wav', 'audio/mpeg', 'audio/flac', 'audio/ogg'],
    inResults: ['image/png', 'image/jpeg', 'image/webp', PDF],
    limits: { ...LIMITS, imageBytes: 15_000_000, images: 3_600, bytes: 15_000_000 },
  },
  xai: { ...CHAT, images: ['image/png', 'image/jpeg'] },
  moonshot: CHAT,
  mistral: { ...CHAT, pdf: true, onlyScans: true, audio: ['audio/wav', 'audio/mpeg'] },
  meta: CHAT,
  openrouter: CHAT,
  local: { ...CHAT, images: ['image/png', 'image/jpeg'] },
}

type Input = 'image' | 'pdf' | 'audio'

/**
 * What models take that no catalogue describes, by their names without the provider's prefix; the first row that
 * matches counts.
 */
const FAMILIES: readonly (readonly [RegExp, readonly Input[]])[] = [
  [/^claude-/, ['image', 'pdf']],
  [/^(o1-mini|o1-preview|o3-mini|gpt-3|gpt-oss|gpt-4(-|$)(?!turbo))/, []],
  [/^(gpt-|chatgpt-|o\d)/, ['image', 'pdf']],
  [/^gemini-.*(tts|embedding)/, []],
  [/^gemini-/, ['image', 'pdf', 'audio']],
  [/^(grok-code|grok-[23](-|$)(?!vision))/, []],
  [/^grok-/, ['image']],
  [/^voxtral/, ['audio']],
  [/^(mistral-(small|medium|large)|ministral|magistral|pixtral)/, ['image', 'pdf']],
  [/^kimi-(k2[.-][5-9](?!\d)|k[3-9]|latest)|^moonshot-.*vision/, ['image']],
  [/^(muse-|llama-?4|gemma-?[3-9])/, ['image']],
  [/(^|[-/])(vl|vision|llava|pixtral|minicpm-v|moondream|internvl)/, ['image']],
  [/vl(:|-|$)/, ['image']],
]

/** Gemini 2 and earlier take no files in results; names without a number are the latest models. */
const GEMINI_2 = /^gemini-[12]\b/

/** Returns what a model takes besides text, by its name. A name that is not known takes nothing. */
export function inputsByName(model: string): readonly string[] {
  const name = bareName(model)
  return FAMILIES.find(([pattern]) => pattern.test(name))?.[1] ?? NONE
}

/** Returns what a model takes besides text: what the catalogue says, else what its name tells. */
export function contentSupport({ provider, model, inputs = inputsByName(model) }: FileTarget): ContentSupport {
  const content = PROVIDER_CONTENT[provider]
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
  return PROVIDER_CONTENT[provider].limits
}
