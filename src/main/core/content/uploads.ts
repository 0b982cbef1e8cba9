import { type AttachmentBlock, attachmentOf, byteWords, CONTENT_PIECE } from '../../../shared/attachment.ts'
import { fromBase64 } from '../../../shared/base64.ts'
import { DONE, ok, refuse, type Result } from '../../../shared/result.ts'
import type { ContentStore, FileBytes, InspectFile, StagedFile } from '../ports/content-ports.ts'
import type { Config } from '../ports/config-ports.ts'
import type { IdSource } from '../ports/system-ports.ts'
import { RecentlyUsed } from '../../../shared/recently-used.ts'

/** Uploads that may be open at the same time. The one that was used least recently is given up for another. */
const MAX_UPLOADS = 64
const NO_UPLOAD = 'This upload is not open any more. Attach the file again.'

interface Upload {
  readonly name: string
  /** Announced size, bytes. */
  readonly size: number
  readonly file: StagedFile
  received: number
  /** A piece is being written. */
  isBusy: boolean
}

/** Files on their way in: from a window in pieces, or from this process as a stream. */
export class Uploads {
  readonly #content: ContentStore
  readonly #inspectFile: InspectFile
  readonly #config: Config
  readonly #ids: IdSource
  readonly #open = new RecentlyUsed<string, Upload>(MAX_UPLOADS)

  constructor(content: ContentStore, inspectFile: InspectFile, config: Config, ids: IdSource) {
    this.#content = content
    this.#inspectFile = inspectFile
    this.#config = config
    this.#ids = ids
  }

  begin(name: string, size: number): Result<string> {
    const tooLarge = this.#tooLarge(name, size)
    if (tooLarge !== null) return refuse(tooLarge)
    const id = this.#ids.uuid()
    this.#open.set(id, { name, size, file: this.#content.stage(), received: 0, isBusy: false })
    return ok(id)
  }

  async append(id: string, offset: number, data: string): Promise<Result<null>> {
    const upload = this.#open.get(id)
    if (upload === undefined) return refuse(NO_UPLOAD)
    const bytes = fromBase64(data)
    const isNext = !upload.isBusy && offset === upload.received && bytes.length <= CONTENT_PIECE
    if (!isNext || offset + bytes.length > upload.size) {
      await this.discard(id)
      return refuse('The pieces of the file did not arrive in order. Attach it again.')
    }
    upload.isBusy = true
    const added = await upload.file.append(bytes)
    upload.isBusy = false
    if (added.ok) upload.received += bytes.length
    return added
  }

  async finish(id: string, sha256: string): Promise<Result<AttachmentBlock>> {
    const upload = this.#open.get(id)
    if (upload === undefined || upload.isBusy) return refuse(NO_UPLOAD)
    if (upload.received !== upload.size || upload.file.sha256() !== sha256) {
      await this.discard(id)
      return refuse(`${upload.name} did not arrive complete. Attach it again.`)
    }
    this.#open.delete(id)
    return this.#store(upload.name, upload.file, upload.received)
  }

  async discard(id: string): Promise<Result<null>> {
    const upload = this.#open.get(id)
    this.#open.delete(id)
    await upload?.file.discard()
    return DONE
  }

  /** Stores a file that this process reads. At most `max_attachment_bytes` are read. */
  async take(name: string, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Result<AttachmentBlock>> {
    const file = this.#content.stage()
    let received = 0
    for await (const piece of pieces) {
      received += piece.length
      const tooLarge = this.#tooLarge(name, received)
      const added = tooLarge === null ? await file.append(piece) : refuse(tooLarge)
      if (added.ok) continue
      await file.discard()
      return added
    }
    return this.#store(name, file, received)
  }

  async #store(name: string, file: StagedFile, size: number): Promise<Result<AttachmentBlock>> {
    const bytes: FileBytes = { size, read: (offset, length) => file.read(offset, length) }
    const inspected = await this.#inspectFile(bytes)
    if (!inspected.ok) return inspected
    const stored = await file.store(inspected.value)
    return stored.ok ? ok(attachmentOf(stored.value, name)) : stored
  }

  #tooLarge(name: string, size: number): string | null {
    const limit = this.#config.maxAttachmentBytes
    if (size <= limit) return null
    return `${name} is larger than ${byteWords(limit)}. Attach a smaller file, or raise max_attachment_bytes in config.json.`
  }
}
