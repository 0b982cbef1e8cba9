import { fromBase64 } from '../../../shared/base64.ts'
import type { FileRow } from '../../../shared/log-row.ts'
import { DONE, ok, refuse, type Result } from '../../../shared/result.ts'
import type { ContentStore, InspectFile, StagedFile } from '../ports/content-ports.ts'

interface OpenFile {
  readonly staged: StagedFile
  readonly bytes: number
  received: number
}

/** Files of an import: written piece by piece while the lines are read, and stored when all of them are valid. */
export class FileImport {
  readonly #content: ContentStore
  readonly #inspectFile: InspectFile
  readonly #open = new Map<string, OpenFile>()

  constructor(content: ContentStore, inspectFile: InspectFile) {
    this.#content = content
    this.#inspectFile = inspectFile
  }

  /** Adds a piece. A row with other data than the next piece of its file is REFUSED with what is wrong. */
  async add({ sha256, bytes, offset, data }: FileRow): Promise<Result<null>> {
    if (data === null) return DONE
    const file = this.#open.get(sha256) ?? { staged: this.#content.stage(), bytes, received: 0 }
    this.#open.set(sha256, file)
    const piece = fromBase64(data)
    if (offset !== file.received || bytes !== file.bytes || offset + piece.length > bytes) {
      return refuse(`the pieces of the file ${sha256} are not in order.`)
    }
    const added = await file.staged.append(piece)
    if (!added.ok) return added
    file.received += piece.length
    if (file.received < bytes || file.staged.sha256() === sha256) return DONE
    return refuse(`the bytes of the file ${sha256} have another hash.`)
  }

  /** Stores all files; returns how many there are. REFUSED if one is not complete. */
  async store(): Promise<Result<number>> {
    const incomplete = [...this.#open].find(([, { bytes, received }]) => received < bytes)
    if (incomplete !== undefined) return refuse(`The file ${incomplete[0]} is not complete. Nothing was imported.`)
    for (const { staged, bytes } of this.#open.values()) {
      const inspected = await this.#inspectFile({ size: bytes, read: staged.read })
      if (!inspected.ok) return inspected
      const stored = await staged.store(inspected.value)
      if (!stored.ok) return stored
    }
    return ok(this.#open.size)
  }

  /** Removes what was written. Files that are stored already are kept: others may refer to them. */
  async discard(): Promise<void> {
    for (const { staged } of this.#open.values()) await staged.discard()
  }
}
