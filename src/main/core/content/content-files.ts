import type { AgentEvent } from '../../../shared/agent-event.ts'
import { toBase64 } from '../../../shared/base64.ts'
import type { AttachmentBlock } from '../../../shared/attachment.ts'
import { filesOf } from '../../../shared/event-files.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { ShortenedText } from '../../../shared/transcript-view.ts'
import { foldGrowing } from '../fold-growing.ts'
import type { ContentStore, WholeOutputs } from '../ports/content-ports.ts'
import type { FilePart, ModelRequest } from '../ports/provider-ports.ts'

/** What is known of the files of a context. */
export interface KnownFiles {
  /** Texts by hash, of files that have one. */
  readonly texts: ReadonlyMap<string, string>
  /** Hashes of files that are not stored, for example after an import without files. */
  readonly missing: ReadonlySet<string>
  /** The folder with whole outputs; missing: none is kept. */
  readonly outputFolder?: string
  /** The agent of the first event, under whose name texts of files are kept there: only its tree can read them. */
  readonly outputOwner?: AgentId
}

export const NO_FILES: KnownFiles = { texts: new Map(), missing: new Set() }

/** How much of a file is read at a time, bytes. A multiple of 3, so that the pieces can be encoded one by one. */
const STEP = 768 * 1024

/** Reads the files that requests contain. */
export class ContentFiles {
  readonly #content: ContentStore
  readonly #outputs: WholeOutputs | undefined
  readonly #none: KnownFiles
  /** Names of the whole texts that are kept. */
  readonly #kept = new Set<string>()
  /** Hashes of files that are stored; of those that events refer to, only a redaction removes some. */
  readonly #stored = new Set<string>()
  #texts = new TextCache()

  /** `outputs`: missing: nothing is kept, and models are not told where the whole of a long text is. */
  constructor(content: ContentStore, outputs?: WholeOutputs) {
    this.#content = content
    this.#outputs = outputs
    this.#none = outputs === undefined ? NO_FILES : { ...NO_FILES, outputFolder: outputs.folder }
  }

  /** Forgets all files: some of them may have been removed by a redaction. */
  forget(): void {
    this.#stored.clear()
    this.#kept.clear()
    void this.#outputs?.removeAll()
    this.#texts = new TextCache()
  }

  /** Returns what a transcript of these events needs of their files. */
  async filesIn(items: readonly AgentEvent[]): Promise<Result<KnownFiles>> {
    const files = filesOfAll(items)
    if (files.length === 0) return ok(this.#none)
    const missing = await this.#missing(new Set(files.map(({ sha256 }) => sha256)))
    if (!missing.ok) return missing
    const withText = files.filter(({ sha256, characters = 0 }) => characters > 0 && !missing.value.has(sha256))
    const texts = await this.#textsOf(new Set(withText.map(({ sha256 }) => sha256)))
    if (!texts.ok) return texts
    const [first] = items
    const owned = this.#none.outputFolder === undefined || first === undefined ? {} : { outputOwner: first.agentId }
    return ok({ ...this.#none, ...owned, texts: texts.value, missing: missing.value })
  }

  /**
   * Keeps the whole of each text that a request contains shortened, where the request says that it is. A text that
   * cannot be kept is in the log all the same.
   */
  async keepWhole(shortened: readonly ShortenedText[], items: readonly AgentEvent[], texts: KnownFiles['texts']) {
    for (const { eventId, sha256, name } of shortened) {
      if (name === null || this.#kept.has(name)) continue
      const event = items.find(({ id }) => id === eventId)
      const text = sha256 === undefined ? event?.content : texts.get(sha256)
      if (text != null && (await this.#outputs?.keep(name, text)) === true) this.#kept.add(name)
    }
  }

  /** Returns the request with the bytes of its files. */
  async withBytes(request: ModelRequest): Promise<Result<ModelRequest>> {
    const parts = fileParts(request)
    if (parts.length === 0) return ok(request)
    const files = new Map<string, string>()
    for (const { sha256 } of parts) {
      if (files.has(sha256)) continue
      const data = await this.#base64(sha256)
      if (!data.ok) return data
      files.set(sha256, data.value)
    }
    return ok({ ...request, files })
  }

  async #missing(hashes: ReadonlySet<string>): Promise<Result<ReadonlySet<string>>> {
    const unknown = [...hashes].filter((sha256) => !this.#stored.has(sha256))
    if (unknown.length === 0) return ok(new Set())
    const found = await this.#content.find(unknown)
    if (!found.ok) return found
    for (const sha256 of found.value.keys()) this.#stored.add(sha256)
    return ok(new Set(unknown.filter((sha256) => !found.value.has(sha256))))
  }

  async #textsOf(hashes: ReadonlySet<string>): Promise<Result<ReadonlyMap<string, string>>> {
    const texts = new Map<string, string>()
    const unread: string[] = []
    for (const sha256 of hashes) {
      const text = this.#texts.get(sha256)
      if (text === undefined) unread.push(sha256)
      else texts.set(sha256, text)
    }
    if (unread.length === 0) return ok(texts)
    const read = await this.#content.texts(unread)
    if (!read.ok) return read
    for (const [sha256, text] of read.value) {
      texts.set(sha256, text)
      this.#texts.set(sha256, text)
    }
    return ok(texts)
  }

  async #base64(sha256: string): Promise<Result<string>> {
    let data = ''
    for (let offset = 0; ; offset += STEP) {
      const bytes = await this.#content.read(sha256, offset, STEP)
      if (!bytes.ok) return bytes
      data += toBase64(bytes.value)
      if (bytes.value.length < STEP) return ok(data)
    }
  }
}

const filesOfAll = foldGrowing<AgentEvent, AttachmentBlock[]>(
  () => [],
  (files, event) => {
    files.push(...filesOf(event))
    return files
  },
)

/** Returns all files of a request, in order. Messages without files cause no allocations: most have none. */
export function fileParts({ messages }: { readonly messages: ModelRequest['messages'] }): readonly FilePart[] {
  const parts: FilePart[] = []
  for (const message of messages) {
    if (message.role === 'user') for (const part of message.content) if (part.type === 'file') parts.push(part)
    if (message.role === 'tool') for (const { files } of message.results) if (files !== undefined) parts.push(...files)
  }
  return parts
}

/** Most text that is kept, UTF-16 units. */
const MOST = 4_000_000

/** Keeps the texts of the files that were used last. */
export class TextCache {
  readonly #texts = new Map<string, string>()
  #size = 0

  get(sha256: string): string | undefined {
    const text = this.#texts.get(sha256)
    if (text === undefined) return undefined
    // A map goes through its keys in the order in which they were put in.
    this.#texts.delete(sha256)
    this.#texts.set(sha256, text)
    return text
  }

  set(sha256: string, text: string): void {
    if (this.#texts.has(sha256) || text.length > MOST) return
    this.#texts.set(sha256, text)
    this.#size += text.length
    for (const [oldest, { length }] of this.#texts) {
      if (this.#size <= MOST) return
      this.#texts.delete(oldest)
      this.#size -= length
    }
  }
}
