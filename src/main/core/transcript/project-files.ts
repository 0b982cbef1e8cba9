import { type AttachmentBlock, attachmentWords } from '../../../shared/attachment.ts'
import type { TextBlock } from '../../../shared/content.ts'
import { fenced } from '../../../shared/fenced.ts'
import { fileRefusal } from '../../../shared/file-outcome.ts'
import { nameWithFormat } from '../../../shared/file-name-format.ts'
import { fileTokens } from '../../../shared/file-tokens.ts'
import { tokensOfText } from '../../../shared/text-tokens.ts'
import type { EventId } from '../../../shared/ids.ts'
import { contentSupport } from '../../../shared/model-content.ts'
import type { SentFile } from '../../../shared/transcript-view.ts'
import type { FilePart, UserPart } from '../ports/provider-ports.ts'
import type { KnownFiles } from '../content/content-files.ts'
import { attachedTextName, boundText } from './bound-texts.ts'
import { isBlank } from './collect-entries.ts'
import type { ReportDraft } from './transcript-report.ts'
import { isChat, type TranscriptTarget, traitsOf } from './transcript-target.ts'
import { defined } from '../../../shared/defined.ts'

/** A file as the target is sent it: natively, or as text that contains it or says why it is left out. */
export type Projected = { readonly file: FilePart } | { readonly text: string }

/** Decides for each file how one provider and model is sent it (docs/behaviour/content.md#projection). */
export class FileProjection {
  readonly #target: TranscriptTarget
  /** Media types that a tool's result may contain. */
  readonly #inResults: readonly string[]
  /** The provider refuses anything but text in the result of a failed call. */
  readonly #errorsAreText: boolean
  readonly #files: KnownFiles
  readonly #report: ReportDraft

  constructor(target: TranscriptTarget, known: KnownFiles, report: ReportDraft) {
    this.#target = target
    // Chat Completions takes text in results only.
    this.#inResults = isChat(target) ? [] : contentSupport(target).inResults
    this.#errorsAreText = traitsOf(target).errorResultsAreText
    this.#files = known
    this.#report = report
  }

  /** The parts of a prompt: its files, then its text. Several files are named. */
  userParts(text: string, attachments: readonly AttachmentBlock[], eventId: EventId): readonly UserPart[] {
    const isNamed = attachments.length > 1
    const files = attachments.flatMap((file): readonly UserPart[] => {
      const projected = this.#project(file, eventId)
      if ('text' in projected) return [textBlock(projected.text)]
      return isNamed ? [textBlock(label(file)), projected.file] : [projected.file]
    })
    return isBlank(text) ? files : [...files, textBlock(text)]
  }

  /**
   * The files of a tool's result: what its text becomes, the files inside it, and those in the message after the
   * results. `isError`: the call failed.
   */
  result(
    content: string,
    attachments: readonly AttachmentBlock[],
    isError: boolean,
    eventId: EventId,
  ): ProjectedResult {
    const inResults = this.#takenInResults(isError)
    const lines = isBlank(content) ? [] : [content]
    const inside: FilePart[] = []
    const behind: FilePart[] = []
    for (const attachment of attachments) {
      const projected = this.#project(attachment, eventId)
      if ('text' in projected) lines.push(projected.text)
      else if (inResults.includes(attachment.media_type)) inside.push(projected.file)
      else {
        behind.push(projected.file)
        lines.push(`[${attachmentWords(attachment)}, in the next message]`)
      }
    }
    if (lines.length === 0) lines.push(...attachments.map(label))
    return { content: lines.join('\n\n'), inside, behind }
  }

  /** Whether a file of the result is sent in the message after the results. */
  hasBehind(attachments: readonly AttachmentBlock[], isError: boolean): boolean {
    const inResults = this.#takenInResults(isError)
    return attachments.some((file) => this.#refusal(file) === null && !inResults.includes(file.media_type))
  }

  #takenInResults(isError: boolean): readonly string[] {
    return isError && this.#errorsAreText ? [] : this.#inResults
  }

  #refusal(file: AttachmentBlock): string | null {
    return this.#files.missing.has(file.sha256)
      ? 'the file is missing'
      : (fileRefusal(file, this.#target)?.reason ?? null)
  }

  #project(file: AttachmentBlock, eventId: EventId): Projected {
    const reason = this.#refusal(file)
    const text = this.#files.texts.get(file.sha256)
    const { provider, model } = this.#target
    if (reason === null) {
      this.#note(file, eventId, { sent: 'native', tokens: fileTokens(file, provider, model) })
      return { file: filePart(file) }
    }
    if (text !== undefined && !isBlank(text)) {
      const { outputFolder, outputOwner = '' } = this.#files
      const bounds = { maxTokens: this.#target.resultTokens, folder: outputFolder }
      const { sha256 } = file
      const name = attachedTextName(outputOwner, sha256)
      const shown = boundText({ eventId, text, name, sha256 }, bounds, this.#report)
      this.#note(file, eventId, { sent: 'text', tokens: Math.ceil(tokensOfText(shown)) })
      return { text: withText(file, shown) }
    }
    const words = `[${attachmentWords(file)}, not sent: ${reason}]`
    this.#note(file, eventId, { sent: 'left_out', tokens: Math.ceil(tokensOfText(words)), reason })
    return { text: words }
  }

  #note(
    { sha256, name, kind }: AttachmentBlock,
    eventId: EventId,
    outcome: Omit<SentFile, keyof AttachmentBlock | 'eventId'>,
  ): void {
    this.#report.files.push({ eventId, sha256, name, kind, ...outcome })
  }
}

export interface ProjectedResult {
  readonly content: string
  readonly inside: readonly FilePart[]
  readonly behind: readonly FilePart[]
}

function label(file: AttachmentBlock): string {
  return `[${attachmentWords(file)}]`
}

function filePart({
  sha256,
  name,
  kind,
  media_type: mediaType,
  bytes,
  width,
  height,
  pages,
}: AttachmentBlock): FilePart {
  return {
    type: 'file',
    as: kind === 'pdf' ? 'pdf' : kind === 'audio' ? 'audio' : 'image',
    sha256,
    name: nameWithFormat(name, mediaType),
    mediaType,
    bytes,
    ...defined({ width, height, pages }),
  }
}

/** The text between fences, which show a model where it ends. */
function withText(file: AttachmentBlock, text: string): string {
  return `[${attachmentWords(file)}]
${fenced(text.toWellFormed())}`
}

function textBlock(text: string): TextBlock {
  return { type: 'text', text }
}
