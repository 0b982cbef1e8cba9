import type { AttachmentBlock } from '../../shared/attachment.ts'
import { fileOutcome } from '../../shared/file-outcome.ts'
import { contentSupport, type FileTarget } from '../../shared/model-content.ts'
import { PROVIDERS } from '../../shared/providers.ts'
import { texts } from '../text/texts.ts'

const words = texts.prompt.files

/** Returns how a file is changed for a model before it is sent; null: it is not, or it is left out. */
export function sendingNote(file: AttachmentBlock, target: FileTarget): string | null {
  const outcome = fileOutcome(file, target)
  if (outcome === 'redrawn') return redrawnNote(file, target)
  return outcome === 'text' && file.kind === 'pdf' ? words.asText({ pages: file.pages ?? 1 }) : null
}

function redrawnNote(file: AttachmentBlock, target: FileTarget): string {
  const { width = 0, height = 0, media_type: type } = file
  const { images, limits } = contentSupport(target)
  const { label } = PROVIDERS[target.provider]
  if (Math.max(width, height) > limits.imageSide) return words.scaledTo({ pixels: limits.imageSide, provider: label })
  return images.includes(type) ? words.scaled({ provider: label }) : words.converted({ provider: label })
}
