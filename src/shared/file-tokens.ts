import type { AttachmentBlock } from './attachment.ts'
import { contentSupport, type FileTarget } from './model-content.ts'
import type { PictureSize } from './provider-file-tokens.ts'
import { PROVIDERS, type ProviderName } from './providers.ts'

interface PictureMeasures {
  readonly width?: number | undefined
  readonly height?: number | undefined
}

/** What an estimate needs of a file. */
interface MeasuredFile extends PictureMeasures {
  readonly kind: AttachmentBlock['kind']
  readonly bytes: number
  readonly pages?: number | undefined
  readonly characters?: number | undefined
}

/** Size that is assumed for a picture that could not be measured. */
const USUAL_SIZE = { width: 1_000, height: 1_000 }
/** Characters per token. */
const CHARACTERS_PER_TOKEN = 4
/** Bytes of compressed audio per second, and tokens per second of Gemini. */
const AUDIO_BYTES_PER_SECOND = 16_000
const AUDIO_TOKENS_PER_SECOND = 25

/**
 * Estimates the input tokens of a file that is sent as it is.
 */
export function fileTokens(file: MeasuredFile, provider: ProviderName, model: string): number {
  switch (file.kind) {
    case 'image':
      return PROVIDERS[provider].fileTokens.picture(measured(file), model)
    case 'pdf':
      return (file.pages ?? 1) * PROVIDERS[provider].fileTokens.page(model)
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
function textTokens({ characters = 0 }: MeasuredFile): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN)
}

function measured({ width, height }: PictureMeasures): PictureSize {
  const isKnown = width !== undefined && height !== undefined && width > 0 && height > 0
  return isKnown ? { width, height } : USUAL_SIZE
}
