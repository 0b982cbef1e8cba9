import { z } from 'zod'

/** What a file is, determined by its bytes, never by its name. */
export const ATTACHMENT_KINDS = ['image', 'pdf', 'audio', 'text', 'file'] as const
export type AttachmentKind = (typeof ATTACHMENT_KINDS)[number]

/** Maximum length of a file's name, in UTF-16 units. */
const MAX_FILE_NAME = 200

/** Maximum number of files of one prompt. */
export const MAX_ATTACHMENTS = 20

/** Maximum size of one piece of a file on its way to or from a window, bytes. */
export const CONTENT_PIECE = 256 * 1024

export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.number().int().nonnegative()

/**
 * A file of a message (docs/behaviour/content.md). The bytes are stored once under their hash; the block refers to
 * them. Keys are the stored ones.
 */
export const attachmentSchema = z.object({
  type: z.literal('attachment'),
  /** Of the bytes, in lowercase hexadecimal digits. */
  sha256: sha256Schema,
  name: z.string().max(MAX_FILE_NAME),
  media_type: z.string().max(100),
  kind: z.enum(ATTACHMENT_KINDS),
  bytes: count,
  /** Of a picture: pixels, as it is shown. Missing: not known. */
  width: count.optional(),
  height: count.optional(),
  /** Of a PDF. Missing: not known, for example because it needs a password. */
  pages: count.optional(),
  /**
   * Length of the text that a model is sent if it cannot take the file itself, UTF-16 units. Missing: there is none.
   */
  characters: count.optional(),
})

/** A stored file, and the name that it has in this message. */
export const attachmentRefSchema = z.object({ sha256: sha256Schema, name: z.string().max(1_000) })
export type AttachmentRef = Readonly<z.infer<typeof attachmentRefSchema>>

/** Returns what a client sends of files that are stored. */
export function refsOf(files: readonly AttachmentRef[] = []): readonly AttachmentRef[] {
  return files.map(({ sha256, name }) => ({ sha256, name }))
}

type Parsed = z.infer<typeof attachmentSchema>
export type AttachmentBlock = { readonly [Key in keyof Parsed]: Parsed[Key] }

/** The facts about a file that follow from its bytes. */
export type FileFacts = Omit<AttachmentBlock, 'type' | 'name'>

/** Refers to a stored file by a name, which is cleaned. */
export function attachmentOf(facts: FileFacts, name: string): AttachmentBlock {
  const { sha256, media_type, kind, bytes, ...sizes } = facts
  return { type: 'attachment', sha256, name: fileName(name), media_type, kind, bytes, ...sizes }
}

/** Returns the valid attachments of stored data, which may have been written by hand. */
export function storedAttachments(value: unknown): readonly AttachmentBlock[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((entry) => {
    const parsed = attachmentSchema.safeParse(entry)
    return parsed.success ? [parsed.data] : []
  })
}

/** Returns the valid attachments of a stored list as a field, which is missing if there are none. */
export function withFiles(stored: unknown): { readonly attachments?: readonly AttachmentBlock[] } {
  const attachments = storedAttachments(stored)
  return attachments.length === 0 ? {} : { attachments }
}

const UNNAMED = 'unnamed'
// oxlint-disable-next-line no-control-regex -- these are the characters to remove
const UNSUITABLE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

/** Returns the last part of a path, without characters that hide or reorder others. */
export function fileName(path: string): string {
  const last = path.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const name = last.replaceAll(UNSUITABLE, '').trim()
  return name === '' ? UNNAMED : name.length <= MAX_FILE_NAME ? name : shortened(name)
}

function shortened(name: string): string {
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 && name.length - dot <= 10 ? name.slice(dot) : ''
  return `${name.slice(0, MAX_FILE_NAME - ending.length - 1).toWellFormed()}…${ending}`
}

export const KIND_WORDS: Readonly<Record<AttachmentKind, string>> = {
  image: 'image',
  pdf: 'PDF',
  audio: 'audio',
  text: 'text file',
  file: 'file',
}

/** Describes a file in a few words: `image: cat.png, 1200×800`, `PDF: plan.pdf, 12 pages`, `file: a.zip, 2.1 MB`. */
export function attachmentWords(file: AttachmentBlock): string {
  return `${KIND_WORDS[file.kind]}: ${file.name}, ${sizeWords(file)}`
}

function sizeWords({ bytes, width, height, pages }: AttachmentBlock): string {
  if (width !== undefined && height !== undefined) return `${width}×${height}`
  if (pages !== undefined) return pages === 1 ? '1 page' : `${pages.toLocaleString('en-US')} pages`
  return byteWords(bytes)
}

/** Returns a size in decimal units: `900 bytes`, `64 kB`, `2.1 MB`, `48.3 GB`. */
export function byteWords(bytes: number, locale = 'en-US'): string {
  if (bytes < 1_000) return inUnit(bytes, locale, { unit: 'byte', unitDisplay: 'long' })
  if (bytes < 999_500) return inUnit(bytes / 1_000, locale, { unit: 'kilobyte', maximumFractionDigits: 0 })
  if (bytes < 999_950_000) return inUnit(bytes / 1_000_000, locale, { unit: 'megabyte', maximumFractionDigits: 1 })
  return inUnit(bytes / 1_000_000_000, locale, { unit: 'gigabyte', maximumFractionDigits: 1 })
}

function inUnit(size: number, locale: string, options: Intl.NumberFormatOptions): string {
  return size.toLocaleString(locale, { style: 'unit', ...options })
}
