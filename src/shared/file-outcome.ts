import type { AttachmentBlock, AttachmentKind } from './attachment.ts'
import { type ContentSupport, contentSupport, type FileTarget } from './model-content.ts'

type KnownFile = Omit<AttachmentBlock, 'type' | 'sha256' | 'name'>

/** Why a model cannot be sent a file itself. */
export interface FileRefusal {
  /** For the model and the user. */
  readonly reason: string
  /** Whether a picture would be taken after it was scaled or converted. */
  readonly isDrawable: boolean
}

/** Pictures that browsers can read. */
const DRAWABLE: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'])

/** Returns why a model cannot be sent a file itself; null: it can. */
export function fileRefusal(file: KnownFile, target: FileTarget): FileRefusal | null {
  const { model } = target
  const support = contentSupport(target)
  if (file.kind === 'image') return pictureRefusal(file, model, support)
  const reason = refusalOfOthers(file, model, support)
  return reason === null ? null : { reason, isDrawable: false }
}

function pictureRefusal(
  { media_type: type, bytes, width = 0, height = 0 }: KnownFile,
  model: string,
  { images, limits }: ContentSupport,
): FileRefusal | null {
  if (images.length === 0) return { reason: `${model} takes no pictures`, isDrawable: false }
  const isDrawable = DRAWABLE.has(type)
  if (!images.includes(type)) return { reason: `${model} takes no ${type}`, isDrawable }
  if (bytes > limits.imageBytes) return { reason: `it is too large for ${model}`, isDrawable }
  const isTooWide = Math.max(width, height) > limits.imageSide
  return isTooWide ? { reason: `it has too many pixels for ${model}`, isDrawable } : null
}

function refusalOfOthers(
  { kind, media_type: type, bytes, pages = 0, characters = 0 }: KnownFile,
  model: string,
  { pdf, onlyScans, audio, limits }: ContentSupport,
): string | null {
  if (kind === 'pdf') {
    if (!pdf) return `${model} takes no PDFs, and this one has no text`
    if (onlyScans && characters > 0) return 'its text cannot be read'
    if (bytes > limits.bytes) return `it is too large for ${model}`
    return pages > limits.pdfPages ? `it has too many pages for ${model}` : null
  }
  if (kind === 'audio') return audio.includes(type) ? null : `${model} takes no ${type}`
  return kind === 'text' ? 'it is empty' : 'models cannot read this format'
}

/**
 * What a model is sent of a file. `redrawn`: the window scales or converts a picture before it is sent. `left_out`: a
 * note with its name.
 */
export type FileOutcome = 'native' | 'redrawn' | 'text' | 'left_out'

/** Returns what a model is sent of a file that is still in the window. */
export function fileOutcome(file: KnownFile, target: FileTarget): FileOutcome {
  const refusal = fileRefusal(file, target)
  if (refusal === null) return 'native'
  if (refusal.isDrawable) return 'redrawn'
  return (file.characters ?? 0) > 0 ? 'text' : 'left_out'
}

/** Files that a request to a model would contain. */
export interface FilesOfRequest {
  /** Of messages in the log, which are sent as they are. */
  readonly recorded: readonly KnownFile[]
  /** Of a prompt that was not sent yet. */
  readonly drafts: readonly KnownFile[]
}

/** Why a model will not see a file: its kind, or that the picture would have to be drawn again. */
export type UnseenKind = AttachmentKind | 'redrawn'

/** Returns why a model will not see files, each reason once. */
export function unseenKinds(unseen: readonly KnownFile[], target: FileTarget): readonly UnseenKind[] {
  // Pictures of the log that would have to be drawn again are too large, or of a rare format.
  const kinds = unseen.map((file) => (fileRefusal(file, target)?.isDrawable === true ? 'redrawn' : file.kind))
  return [...new Set(kinds)]
}

/** Files that a model will not be sent. */
export interface UnseenFiles {
  readonly files: number
  /** Whether all of them are pictures. */
  readonly arePictures: boolean
  readonly kinds: readonly UnseenKind[]
}

/** Returns the files that a model will not be sent; null: none. */
export function unseenFiles({ recorded, drafts }: FilesOfRequest, target: FileTarget): UnseenFiles | null {
  const outcome = (file: KnownFile) => fileOutcome(file, target)
  const unseen = [
    ...recorded.filter((file) => outcome(file) === 'left_out' || outcome(file) === 'redrawn'),
    ...drafts.filter((file) => outcome(file) === 'left_out'),
  ]
  if (unseen.length === 0) return null
  return {
    files: unseen.length,
    arePictures: unseen.every(({ kind }) => kind === 'image'),
    kinds: unseenKinds(unseen, target),
  }
}
