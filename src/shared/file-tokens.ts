import type { AttachmentBlock } from './attachment.ts'
import { contentSupport, type FileTarget } from './model-content.ts'
import type { ProviderName } from './providers.ts'

type Size = Pick<AttachmentBlock, 'width' | 'height'>

/** What an estimate needs of a file. */
export type FileSize = Size & Pick<AttachmentBlock, 'kind' | 'bytes' | 'pages' | 'characters'>

/** Size that is assumed for a picture that could not be measured. */
const USUAL_SIZE = { width: 1_000, height: 1_000 }
/** Characters per token. */
const CHARACTERS_PER_TOKEN = 4
/** Bytes of compressed audio per second, and tokens per second of Gemini. */
const AUDIO_BYTES_PER_SECOND = 16_000
const AUDIO_TOKENS_PER_SECOND = 25

/**
 * Estimates the input tokens of a file that is sent as it is. Sources:
 * platform.claude.com/docs/en/build-with-claude/vision, developers.openai.com/api/docs/guides/images-vision,
 * ai.google.dev/gemini-api/docs/tokens, kimi.com/help; checked against recorded usage.
 */
export function fileTokens(file: FileSize, provider: ProviderName, model: string): number {
  switch (file.kind) {
    case 'image':
      return pictureTokens(file, provider, model)
    case 'pdf':
      return (file.pages ?? 1) * pageTokens(provider, model)
    case 'audio':
      return Math.ceil(file.bytes / AUDIO_BYTES_PER_SECOND) * AUDIO_TOKENS_PER_SECOND
    default:
      return textTokens(file)
  }
}

/** Tokens of the note that takes the place of a file. */
const NOTE_TOKENS = 30

/** Estimates the input tokens of a file in the form in which a model is sent it. `mostText`: of a file that is sent as text. */
export function sentFileTokens(
  file: AttachmentBlock,
  target: FileTarget,
  mostText: number = Number.POSITIVE_INFINITY,
): number {
  const { images, pdf, onlyScans, audio } = contentSupport(target)
  const isNative =
    file.kind === 'pdf'
      ? pdf && !(onlyScans && (file.characters ?? 0) > 0)
      : (file.kind === 'image' ? images : file.kind === 'audio' ? audio : []).includes(file.media_type)
  if (isNative) return fileTokens(file, target.provider, target.model)
  return file.characters === undefined ? NOTE_TOKENS : Math.min(mostText, textTokens(file))
}

/** Estimates the tokens of a file that is sent as text. */
function textTokens({ characters = 0 }: Pick<AttachmentBlock, 'characters'>): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN)
}

function pictureTokens({ width, height }: Size, provider: ProviderName, model: string): number {
  const known = width !== undefined && height !== undefined && width > 0 && height > 0
  const size = known ? { width, height } : USUAL_SIZE
  switch (provider) {
    case 'anthropic':
      return claudePatches(size, model)
    case 'google':
      return isGemini2(model) ? geminiTiles(size) : 1_120
    case 'moonshot':
      return 1_024
    case 'xai':
      return 256 * Math.min(6, tiles(size, 448))
    default:
      return Math.ceil(openaiPatches(size) * 1.2)
  }
}

function pageTokens(provider: ProviderName, model: string): number {
  if (provider === 'google') return isGemini2(model) ? 258 : 560
  return provider === 'anthropic' ? 2_700 : 1_000
}

function isGemini2(model: string): boolean {
  return /gemini-[12]\b/.test(model)
}

interface Pixels {
  readonly width: number
  readonly height: number
}

function scaled({ width, height }: Pixels, longest: number): Pixels {
  const factor = Math.min(1, longest / Math.max(width, height))
  return { width: width * factor, height: height * factor }
}

function tiles({ width, height }: Pixels, side: number): number {
  return Math.ceil(width / side) * Math.ceil(height / side)
}

/** One token per patch of 28 pixels. Larger pictures are scaled down by the API, from 4.7 on to a larger size. */
function claudePatches(size: Pixels, model: string): number {
  const isOlder = /^claude-(3|.*-4(-[0-6])?(-\d{8})?$|.*-4-5|.*-4-6)/.test(model)
  const [side, most] = isOlder ? [1_568, 1_568] : [2_576, 4_784]
  return Math.min(most, tiles(scaled(size, side), 28))
}

/** Patches of 32 pixels at `detail: high`. */
function openaiPatches(size: Pixels): number {
  return Math.min(2_500, tiles(scaled(size, 2_048), 32))
}

function geminiTiles({ width, height }: Pixels): number {
  return width <= 384 && height <= 384 ? 258 : 258 * tiles({ width, height }, 768)
}
