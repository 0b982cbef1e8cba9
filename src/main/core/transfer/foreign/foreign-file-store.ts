import { type AttachmentBlock, attachmentOf } from '../../../../shared/attachment.ts'
import { fromBase64 } from '../../../../shared/base64.ts'
import { err, ok, type Result } from '../../../../shared/result.ts'
import type { ContentStore, InspectFile, StagedFile } from '../../ports/content-ports.ts'
import type { ForeignEvent, ForeignFile, ForeignSession, RecordNote } from './foreign-tree.ts'

interface StoredFiles {
  readonly of: ReadonlyMap<ForeignEvent, readonly AttachmentBlock[]>
  readonly count: number
  /** Files that could not be stored. */
  readonly notes: readonly RecordNote[]
}

type FindAsset = (id: string) => Promise<Uint8Array | null>

/** Stores the files of a session: pictures and documents of its messages, and its account. */
export class ForeignFileStore {
  readonly #content: ContentStore
  readonly #inspectFile: InspectFile
  readonly #findAsset: FindAsset

  constructor(content: ContentStore, inspectFile: InspectFile, findAsset: FindAsset = async () => null) {
    this.#content = content
    this.#inspectFile = inspectFile
    this.#findAsset = findAsset
  }

  async storeAll(events: readonly ForeignEvent[]): Promise<Result<StoredFiles>> {
    const of = new Map<ForeignEvent, readonly AttachmentBlock[]>()
    const notes: RecordNote[] = []
    let count = 0
    for (const event of events) {
      const blocks: AttachmentBlock[] = []
      for (const file of 'files' in event ? event.files : []) {
        const bytes = await this.#bytesOf(file)
        const stored = bytes === null ? null : await this.#store(bytes, file.name)
        if (stored?.ok === false) return stored
        if (stored === null) notes.push({ record: event.records[0] ?? 0, reason: 'a file that is not in the source' })
        else blocks.push(stored.value)
      }
      count += blocks.length
      of.set(event, blocks)
    }
    return ok({ of, count, notes })
  }

  /** Stores the lines of an account. It is kept as a file without text: models are never sent it. */
  async storeAccount(lines: Iterable<string>, session: ForeignSession): Promise<Result<AttachmentBlock>> {
    const staged = this.#content.stage()
    const written = await append(staged, lines)
    if (!written.ok) {
      await staged.discard()
      return written
    }
    const stored = await staged.store({ media_type: 'application/jsonl', kind: 'file', text: null })
    return stored.ok ? ok(attachmentOf(stored.value, `${session.tool} import.jsonl`)) : stored
  }

  async #bytesOf({ base64, text, asset }: ForeignFile): Promise<Uint8Array | null> {
    if (text !== undefined) return new TextEncoder().encode(text)
    if (asset !== undefined) return this.#findAsset(asset)
    try {
      return base64 === undefined || base64 === '' ? null : fromBase64(base64)
    } catch {
      return null
    }
  }

  async #store(bytes: Uint8Array, name: string): Promise<Result<AttachmentBlock>> {
    const staged = this.#content.stage()
    const added = await staged.append(bytes)
    const read = staged.read
    const inspected = added.ok ? await this.#inspectFile({ size: bytes.length, read }) : added
    const stored = inspected.ok ? await staged.store(inspected.value) : inspected
    if (!stored.ok) await staged.discard()
    return stored.ok ? ok(attachmentOf(stored.value, name)) : err(stored.error)
  }
}

/** Bytes that are written at once. */
const PIECE = 512 * 1024

async function append(staged: StagedFile, lines: Iterable<string>): Promise<Result<null>> {
  const encoder = new TextEncoder()
  let waiting = ''
  for (const line of lines) {
    waiting += `${line}\n`
    if (waiting.length < PIECE) continue
    const added = await staged.append(encoder.encode(waiting))
    if (!added.ok) return added
    waiting = ''
  }
  return staged.append(encoder.encode(waiting))
}
