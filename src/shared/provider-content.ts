/** What a provider takes of files. */
export interface ContentLimits {
  /** Of one picture: bytes, and pixels of the longer side. */
  readonly imageBytes: number
  readonly imageSide: number
  /** Of one PDF. */
  readonly pdfPages: number
  /** Of one request: pictures, and bytes of all files. */
  readonly images: number
  /** Pages of PDFs count as pictures. */
  readonly countsPages?: true
  readonly bytes: number
  /** Above this number of pictures in a request, each may have at most `side` pixels. Null: no such rule. */
  readonly many: { readonly above: number; readonly side: number } | null
}

export const MEGABYTE = 1024 * 1024
export const COMMON_IMAGES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
export const PDF = 'application/pdf'

/**
 * Sources, 2026-11-22: platform.claude.com/docs/en/build-with-claude/vision and pdf-support,
 * developers.openai.com/api/docs/guides/images-vision and file-inputs,
 * ai.google.dev/gemini-api/docs/image-understanding, docs.x.ai/docs/guides/image-understanding. Limits that count
 * base64 are three quarters here. `bytes` is also limited by what is held in memory for one request.
 */
export const CONTENT_LIMITS: ContentLimits = {
  imageBytes: 10 * MEGABYTE,
  imageSide: 65_535,
  pdfPages: 1_000,
  images: 1_000,
  bytes: 20_000_000,
  many: null,
}

/** The files that a provider takes for models that read them. `ContentSupport` says what the fields mean. */
export interface ProviderContent {
  readonly images: readonly string[]
  readonly pdf: boolean
  readonly onlyScans?: true
  readonly audio: readonly string[]
  readonly inResults: readonly string[]
  readonly limits: ContentLimits
  /** What all its models read, whatever their names are. Missing: their names tell. */
  readonly reads?: readonly string[]
}

/** What APIs in the style of Chat Completions take. */
export const CHAT_CONTENT: ProviderContent = {
  images: COMMON_IMAGES,
  pdf: false,
  audio: [],
  inResults: [],
  limits: CONTENT_LIMITS,
}

/**
 * What models take besides text that no catalogue describes, by their names without the prefix of a gateway. The first
 * row that matches counts.
 */
export type InputsByName = readonly (readonly [RegExp, readonly ('image' | 'pdf' | 'audio')[]])[]
