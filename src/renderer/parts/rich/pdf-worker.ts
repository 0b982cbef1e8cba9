import { getDocument, PasswordException, type PDFDocumentProxy } from 'unpdf/pdfjs'

import { WORKER_READY } from '../timed-worker.ts'
import {
  drawnSize,
  isDrawable,
  MAX_PDF_PAGES,
  type FailedPdf,
  type PageSize,
  type PdfBytes,
  type PdfReply,
  type PdfRequest,
} from './pdf-requests.ts'

/** Pictures with more pixels are left out, and no canvas is larger: each pixel takes four bytes of memory. */
const MAX_PICTURE_PIXELS = 100_000_000
/** Only errors are logged. */
const QUIET = 0

let opening: Promise<PDFDocumentProxy> | null = null

/** The canvases that a page is put together from, outside of any page of the window. */
class WorkerCanvases {
  create(width: number, height: number) {
    if (width * height > MAX_PICTURE_PIXELS) throw new RangeError('The canvas is too large')
    const canvas = new OffscreenCanvas(width, height)
    return { canvas, context: canvas.getContext('2d', { willReadFrequently: true }) }
  }

  reset({ canvas }: { readonly canvas: OffscreenCanvas }, width: number, height: number): void {
    canvas.width = width
    canvas.height = height
  }

  destroy({ canvas }: { readonly canvas: OffscreenCanvas }): void {
    canvas.width = 0
    canvas.height = 0
  }
}

/** In place of filters of SVG, which workers do not have: the library computes what they would do. */
class NoFilters {
  addFilter = none
  addHCMFilter = none
  addAlphaFilter = none
  addLuminosityFilter = none
  addKnockoutFilter = none
  addHighlightHCMFilter = none
  addSelectionHCMFilter = none
  addSelectionFilter = none
  createSelectionStyle = () => null
  destroy(): void {}
}

function none(): string {
  return 'none'
}

/**
 * Opens a document without anything that it could reach: no addresses of fonts, character maps and programs, so that
 * nothing is loaded. Its fonts become paths here and are never given to the browser.
 */
function open(data: Uint8Array): Promise<PDFDocumentProxy> {
  const task = getDocument({
    data,
    CanvasFactory: WorkerCanvases,
    FilterFactory: NoFilters,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    enableXfa: false,
    maxImageSize: MAX_PICTURE_PIXELS,
    verbosity: QUIET,
  })
  return task.promise
}

/** A page as it is drawn here: the library's types know the canvases of a page of the window only. */
interface Drawable {
  render(parameters: { canvas: unknown; canvasContext?: unknown; viewport: unknown; intent?: string | undefined }): {
    readonly promise: Promise<unknown>
  }
}

async function answer(request: PdfRequest): Promise<PdfReply> {
  if (opening === null) throw new TypeError('The document is missing')
  const document = await opening
  const page = await document.getPage(request.type === 'open' ? 1 : request.page)
  const { width, height } = page.getViewport({ scale: 1 })
  const size: PageSize = { width, height }
  if (!isDrawable(size)) return { type: 'failed', reason: 'damaged' }
  if (request.type === 'open') return { type: 'opened', pages: Math.min(document.numPages, MAX_PDF_PAGES), size }
  const drawn = drawnSize(size, request.width)
  const canvas = new OffscreenCanvas(drawn.width, drawn.height)
  const canvasContext = canvas.getContext('2d', { alpha: false })
  const drawable: Drawable = page
  // As for printing: a drawing on the screen waits for the next frame, which a worker and a hidden window do not have.
  const viewport = page.getViewport({ scale: drawn.scale })
  await drawable.render({ canvas, canvasContext, viewport, intent: 'print' }).promise
  page.cleanup()
  return { type: 'drawn', size, bitmap: canvas.transferToImageBitmap() }
}

function failure(error: unknown): FailedPdf {
  return { type: 'failed', reason: error instanceof PasswordException ? 'locked' : 'damaged' }
}

self.addEventListener('message', ({ data }: MessageEvent<PdfBytes | PdfRequest>) => {
  if (data.type === 'bytes') {
    opening = open(data.bytes)
    // The first request says it.
    opening.catch(() => undefined)
    return
  }
  void answer(data)
    .catch(failure)
    .then((reply) => self.postMessage(reply, { transfer: reply.type === 'drawn' ? [reply.bitmap] : [] }))
})
self.postMessage(WORKER_READY)
