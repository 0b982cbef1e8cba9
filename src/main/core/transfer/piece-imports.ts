import { FILE_PIECE, type ImportStep } from '../../../shared/log-file.ts'
import { DONE, ok, refuse, type Result } from '../../../shared/result.ts'
import { linesOf } from '../../../shared/text-lines.ts'
import { FeedQueue } from '../events/feed-queue.ts'
import type { IdSource } from '../ports/system-ports.ts'
import type { LogImporter } from './log-importer.ts'

export interface ImportPiece {
  readonly importId: string
  /** Position of `text` in the file, in UTF-16 units. */
  readonly offset: number
  readonly text: string
  readonly isLast: boolean
}

/** Imports of files that a window sends in pieces. Each one ends with the feed that began it. */
export class PieceImports {
  readonly #importLines: LogImporter['import']
  readonly #ids: IdSource
  readonly #open = new Map<string, PieceStream>()

  constructor(importLines: LogImporter['import'], ids: IdSource) {
    this.#importLines = importLines
    this.#ids = ids
  }

  /**
   * Begins an import. The first step has its id; the last one its result, or why nothing was imported. An import whose
   * feed is stopped leaves nothing behind.
   */
  async *begin(signal: AbortSignal): AsyncGenerator<Result<ImportStep>> {
    const importId = this.#ids.uuid()
    const pieces = new PieceStream()
    const steps = new FeedQueue<Result<ImportStep>>()
    const stop = () => void pieces.end()
    signal.addEventListener('abort', stop, { once: true })
    this.#open.set(importId, pieces)
    steps.push(ok({ type: 'ready', importId }))
    const imported = this.#import(pieces, signal, steps)
    try {
      for await (const batch of steps.batches()) yield* batch
      await imported
    } finally {
      signal.removeEventListener('abort', stop)
      this.#open.delete(importId)
      stop()
    }
  }

  /** Takes the next piece once the one before it was read. REFUSED if the import has ended: its feed says why. */
  async add({ importId, offset, text, isLast }: ImportPiece): Promise<Result<null>> {
    const pieces = this.#open.get(importId)
    const added = pieces !== undefined && (await pieces.add(offset, text))
    if (pieces === undefined || !added) return refuse('This import is not open any more. Import the file again.')
    if (isLast) await pieces.end()
    return DONE
  }

  async #import(pieces: PieceStream, signal: AbortSignal, steps: FeedQueue<Result<ImportStep>>): Promise<void> {
    const imported = await this.#importLines(linesOf(pieces.readable), {
      signal,
      onSaved: (events, of) => steps.push(ok({ type: 'saving', events, of })),
    })
    steps.push(imported.ok ? ok({ type: 'imported', result: imported.value }) : imported)
    steps.close()
  }
}

/** The pieces of a file in their order, of which at most one waits to be read. */
class PieceStream {
  readonly readable: ReadableStream<string>
  readonly #writer: WritableStreamDefaultWriter<string>
  #received = 0

  constructor() {
    const { readable, writable } = new TransformStream<string, string>()
    this.readable = readable
    this.#writer = writable.getWriter()
  }

  /** Returns false if it is not the next piece, or nothing is read any more. */
  async add(offset: number, text: string): Promise<boolean> {
    if (offset !== this.#received || text.length > FILE_PIECE) return false
    this.#received += text.length
    return isDone(this.#writer.write(text))
  }

  async end(): Promise<void> {
    await isDone(this.#writer.close())
  }
}

/** Whether a write succeeded; it fails once the reader has ended. */
function isDone(write: Promise<void>): Promise<boolean> {
  return write.then(
    () => true,
    () => false,
  )
}
