/** Pages after these are not shown. */
export const MAX_PDF_PAGES = 5_000
/** What is drawn of one page at most, pixels; each takes four bytes of memory. */
const MAX_PIXELS = 12_000_000
/** The longest side of a drawn page, pixels. */
const MAX_SIDE = 8_192
/** Higher and wider pages are shown in a place of this form. */
const MAX_RATIO = 10

/** Of a page, in any unit. */
export interface PageSize {
  readonly width: number
  readonly height: number
}

/** The first message to the worker, which it does not answer. */
export interface PdfBytes {
  readonly type: 'bytes'
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** `page`: from 1. `width`: of the drawn page, pixels. */
export type PdfRequest =
  | { readonly type: 'open' }
  | { readonly type: 'draw'; readonly page: number; readonly width: number }

export interface OpenedPdf {
  readonly type: 'opened'
  readonly pages: number
  /** Of the first page; the others are placed by it until they are drawn. */
  readonly size: PageSize
}

export interface DrawnPage {
  readonly type: 'drawn'
  readonly size: PageSize
  readonly bitmap: ImageBitmap
}

export interface FailedPdf {
  readonly type: 'failed'
  readonly reason: 'locked' | 'damaged'
}

export type PdfReply = OpenedPdf | DrawnPage | FailedPdf

/** Returns how much larger a page is drawn, and on how many pixels; a page of another form is squeezed into none. */
export function drawnSize({ width, height }: PageSize, wanted: number): PageSize & { readonly scale: number } {
  const scale = Math.min(
    Math.max(1, wanted) / width,
    MAX_SIDE / Math.max(width, height),
    Math.sqrt(MAX_PIXELS / (width * height)),
  )
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: side(width), height: side(height), scale }
}

/** Returns the width of a page's place in units of its height: between a tenth and ten times. */
export function placeRatio({ width, height }: PageSize): number {
  return Math.min(MAX_RATIO, Math.max(1 / MAX_RATIO, width / height))
}

/** Returns whether a page can be drawn: a file can claim any numbers. */
export function isDrawable({ width, height }: PageSize): boolean {
  return Number.isFinite(width * height) && width > 0 && height > 0
}
