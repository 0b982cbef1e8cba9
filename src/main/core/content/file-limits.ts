import { byteWords } from '../../../shared/attachment.ts'
import { contentLimits } from '../../../shared/model-content.ts'
import type { ContentLimits } from '../../../shared/provider-content.ts'
import { PROVIDERS, type ProviderName } from '../../../shared/providers.ts'
import type { FilesNotSent } from '../../../shared/response-data.ts'
import type { SentFile } from '../../../shared/transcript-view.ts'
import type { FilePart, ModelRequest, TranscriptMessage, UserPart } from '../ports/provider-ports.ts'
import { fileParts } from './content-files.ts'
import { defined } from '../../../shared/defined.ts'

function isPicture({ as }: FilePart): boolean {
  return as === 'image'
}

/** What a file takes of the number of pictures. */
function countOf({ as, pages = 1 }: FilePart, { countsPages }: ContentLimits): number {
  if (as === 'image') return 1
  return as === 'pdf' && countsPages === true ? pages : 0
}

function isLarge({ width = 0, height = 0 }: FilePart, side: number): boolean {
  return Math.max(width, height) > side
}

export interface LimitedFiles {
  readonly request: ModelRequest
  /** What became of each file, in their order. */
  readonly files: readonly SentFile[]
  /** Null: all fit. */
  readonly notSent: FilesNotSent | null
}

/**
 * Returns the request without the oldest files that are too many or too large together for the provider; notes take
 * their places. They go in steps of a quarter of a limit, so that the beginning of a growing conversation, which
 * providers cache, seldom changes.
 */
export function withinFileLimits(
  provider: ProviderName,
  request: ModelRequest,
  files: readonly SentFile[],
): LimitedFiles {
  // A long request is not searched for files that it does not have.
  if (files.length === 0) return { request, files, notSent: null }
  const parts = fileParts(request)
  const limits = contentLimits(provider)
  const { label } = PROVIDERS[provider]
  const reasons = new Map<FilePart, string>()
  const leaveOut = (found: readonly FilePart[], reason: string) => {
    for (const part of found) if (!reasons.has(part)) reasons.set(part, reason)
  }
  const kept = () => parts.filter((part) => !reasons.has(part))
  leaveOut(
    oldest(
      parts.filter((part) => countOf(part, limits) > 0),
      limits.images,
      (part) => countOf(part, limits),
    ),
    `${label} takes ${limits.images} pictures${limits.countsPages === true ? ' and pages' : ''} in a request`,
  )
  leaveOut(oldestLarge(kept(), limits), manyReason(label, limits))
  leaveOut(
    oldest(kept(), limits.bytes, ({ bytes }) => bytes),
    `${label} takes ${byteWords(limits.bytes)} of files in a request`,
  )
  const [reason] = reasons.values()
  if (reason === undefined) return { request, files, notSent: null }
  const noted = (part: FilePart): string | null => {
    const why = reasons.get(part)
    return why === undefined ? null : `[File ${part.name}, not sent: ${why}]`
  }
  const messages = request.messages.map((message) => withNotes(message, noted))
  return {
    request: { ...request, messages },
    files: withReasons(files, reasons),
    notSent: { count: reasons.size, reason },
  }
}

/** The oldest files of which the rest fits into the limit. `sizeIn`: what a file takes of it. */
function oldest(files: readonly FilePart[], limit: number, sizeIn: (file: FilePart) => number): readonly FilePart[] {
  const total = files.reduce((sum, file) => sum + sizeIn(file), 0)
  if (total <= limit) return []
  const step = Math.max(1, Math.floor(limit / 4))
  const over = Math.ceil((total - limit) / step) * step
  let before = 0
  return files.filter((file) => {
    const isOver = before < over
    before += sizeIn(file)
    return isOver
  })
}

/**
 * Above a number of pictures each must be small. If a large one is among the newest, the older pictures are left out, so
 * that it can stay; otherwise the large ones are.
 */
function oldestLarge(files: readonly FilePart[], { many }: ContentLimits): readonly FilePart[] {
  const pictures = files.filter(isPicture)
  if (many === null || pictures.length <= many.above) return []
  const { above, side } = many
  const large = pictures.filter((file) => isLarge(file, side))
  const last = large.at(-1)
  if (last === undefined) return []
  const behind = pictures.length - pictures.lastIndexOf(last)
  return behind > above * (3 / 4) ? large : oldest(pictures, above, () => 1)
}

function manyReason(label: string, { many }: ContentLimits): string {
  return many === null ? '' : `${label} takes more than ${many.above} pictures only up to ${many.side} pixels each`
}

/** Returns the request without pictures that are longer than `side`, or of unknown size. Null: there is none. */
export function withoutLargePictures(request: ModelRequest, side: number): ModelRequest | null {
  const isTooLong = (part: FilePart): boolean => isPicture(part) && (part.width === undefined || isLarge(part, side))
  if (!fileParts(request).some(isTooLong)) return null
  const noted = (part: FilePart): string | null =>
    isTooLong(part) ? `[File ${part.name}, not sent: it may have ${side} pixels at most]` : null
  return { ...request, messages: request.messages.map((message) => withNotes(message, noted)) }
}

function withNotes(message: TranscriptMessage, noted: (part: FilePart) => string | null): TranscriptMessage {
  if (message.role === 'assistant') return message
  if (message.role === 'user') {
    if (!message.content.some((part) => part.type === 'file' && noted(part) !== null)) return message
    const content = message.content.map((part): UserPart => {
      const text = part.type === 'file' ? noted(part) : null
      return text === null ? part : { type: 'text', text }
    })
    return { ...message, content }
  }
  const results = message.results.map((result) => {
    const { files = [], ...rest } = result
    const notes = files.map(noted).filter((text) => text !== null)
    if (notes.length === 0) return result
    const stay = files.filter((file) => noted(file) === null)
    return {
      ...rest,
      content: [rest.content, ...notes].join('\n\n'),
      ...defined({ files: stay.length > 0 ? stay : undefined }),
    }
  })
  return { ...message, results }
}

/** The report of each file that is left out; equal files are the oldest ones of theirs. */
function withReasons(files: readonly SentFile[], reasons: ReadonlyMap<FilePart, string>): readonly SentFile[] {
  const open = [...reasons].map(([{ sha256 }, reason]) => ({ sha256, reason }))
  return files.map((file) => {
    const at = file.sent === 'native' ? open.findIndex(({ sha256 }) => sha256 === file.sha256) : -1
    const [found] = at === -1 ? [] : open.splice(at, 1)
    return found === undefined ? file : { ...file, sent: 'left_out', reason: found.reason }
  })
}
