import { createTimedWorker } from '../timed-worker.ts'
import type { DrawnPage, FailedPdf, OpenedPdf, PdfReply, PdfRequest } from './pdf-requests.ts'

/** Time limit for opening a document and for each page. A malicious one may never end. */
const LIMIT_MS = 15_000

/** Why a document is not shown. `slow`: it took longer than the limit, or its worker failed. */
export type PdfFailure = FailedPdf['reason'] | 'slow'

/** Draws the pages of one PDF in a worker of its own. */
export interface PdfReader {
  /** Never rejects. */
  open(): Promise<OpenedPdf | PdfFailure>
  /**
   * Draws a page (from 1) this many pixels wide. Never rejects. Null: `signal` aborted before its turn, it cannot be
   * drawn, or took longer than the limit; other pages can still be drawn.
   */
  draw(page: number, width: number, signal: AbortSignal): Promise<DrawnPage | null>
  /** Ends the worker. */
  close(): void
}

export function createPdfReader(
  bytes: Uint8Array<ArrayBuffer>,
  startWorker: () => Worker = () =>
    new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module', name: 'pdf' }),
): PdfReader {
  const worker = createTimedWorker<PdfRequest, PdfReply>(() => {
    const started = startWorker()
    // A copy: a worker that is ended takes its own with it.
    started.postMessage({ type: 'bytes', bytes })
    return started
  }, LIMIT_MS)
  /** Ends with the last page that was wanted. */
  let drawing: Promise<unknown> = Promise.resolve()

  return {
    async open() {
      const reply = await worker.ask({ type: 'open' })
      if (reply === null || reply.type === 'drawn') return 'slow'
      return reply.type === 'failed' ? reply.reason : reply
    },
    draw(page, width, signal) {
      // One after the other, and without the signal: pages that are scrolled past while they are drawn would end the worker.
      const drawn = drawing.then(async () => {
        if (signal.aborted) return null
        const reply = await worker.ask({ type: 'draw', page, width })
        return reply?.type === 'drawn' ? reply : null
      })
      drawing = drawn
      return drawn
    },
    close: () => worker.end(),
  }
}
