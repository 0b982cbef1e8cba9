import { imageSize } from 'image-size'
import { ok, type Result } from '../../../shared/result.ts'
import type { FileBytes, InspectedFile, InspectFile } from '../../core/ports/content-ports.ts'
import { fileTypeOf } from '../file-type.ts'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'

/** How much of a file is read to find the size of a picture, bytes. Cameras write long metadata before it. */
const HEAD = 1024 * 1024
/** How much is read at a time, bytes. */
const STEP = 1024 * 1024
/** Longest text that is kept of a file, UTF-16 units. About 250,000 tokens. */
const MAX_TEXT = 1_000_000
const CUT = '\n\n[The rest of the file is left out.]'

/** The orientations of EXIF that turn a picture by a quarter. */
const QUARTER_TURNS: ReadonlySet<number> = new Set([5, 6, 7, 8])

/** Determines the kind of a file by its bytes, and measures it. */
export const inspectFile: InspectFile = async (file) => {
  const head = await file.read(0, HEAD)
  if (!head.ok) return head
  const type = fileTypeOf(head.value)
  if (type === null) return inspectText(file)
  const facts = { kind: type.kind, media_type: type.mediaType, text: null }
  if (type.kind === 'image') return ok({ ...facts, ...pictureSize(head.value) })
  return type.kind === 'pdf' ? inspectPdf(file) : ok(facts)
}

function pictureSize(head: Uint8Array): { readonly width?: number; readonly height?: number } {
  try {
    const { width, height, orientation } = imageSize(head)
    return QUARTER_TURNS.has(orientation ?? 1) ? { width: height, height: width } : { width, height }
  } catch {
    return {}
  }
}

async function inspectPdf(file: FileBytes): Promise<Result<InspectedFile>> {
  const bytes = await readWhole(file)
  if (!bytes.ok) return bytes
  const facts = { kind: 'pdf', media_type: 'application/pdf' } as const
  const read = await readPdf(bytes.value)
  if (read === null) return ok({ ...facts, text: null })
  const text = read.text.trim() === '' ? null : cut(read.text)
  return ok({ ...facts, pages: read.pages, text })
}

/** A file without a known signature is text if all of it is UTF-8 without control characters of binary formats. */
async function inspectText(file: FileBytes): Promise<Result<InspectedFile>> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  for (let offset = 0; offset < file.size; offset += STEP) {
    const bytes = await file.read(offset, STEP)
    if (!bytes.ok) return bytes
    if (bytes.value.includes(0)) return ok(UNKNOWN)
    const piece = decoded(decoder, bytes.value, offset + STEP >= file.size)
    if (piece === null) return ok(UNKNOWN)
    if (text.length <= MAX_TEXT) text += piece
  }
  return ok({ kind: 'text', media_type: 'text/plain', text: cut(text) })
}

const UNKNOWN: InspectedFile = { kind: 'file', media_type: 'application/octet-stream', text: null }

function decoded(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array, isLast: boolean): string | null {
  try {
    return decoder.decode(bytes, { stream: !isLast })
  } catch {
    return null
  }
}

function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : text.slice(0, MAX_TEXT).toWellFormed() + CUT
}

async function readWhole({ size, read }: FileBytes): Promise<Result<Uint8Array<ArrayBuffer>>> {
  const whole = new Uint8Array(size)
  for (let offset = 0; offset < size;) {
    const bytes = await read(offset, STEP)
    if (!bytes.ok) return bytes
    if (bytes.value.length === 0) break
    whole.set(bytes.value, offset)
    offset += bytes.value.length
  }
  return ok(whole)
}

/** Time limit for one document, ms. A page of text takes a few. */
const TIME_LIMIT_MS = 60_000
const MEMORY_LIMIT_MB = 512

const pdfSchema = z.object({ pages: z.number(), text: z.string() })
type PdfText = Readonly<z.infer<typeof pdfSchema>>

/**
 * Reads the number of pages and the text of a PDF in a thread of its own with limits on time and memory: the file may
 * be damaged, or made to be slow. `bytes` is moved to the thread and cannot be used afterwards. Null: it cannot be
 * read, for example because it needs a password.
 */
async function readPdf(bytes: Uint8Array<ArrayBuffer>): Promise<PdfText | null> {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    env: {},
    workerData: bytes,
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
    stdout: true,
    stderr: true,
  })
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const failed = (): void => resolve(null)
  worker.once('message', resolve).once('error', failed).once('exit', failed)
  const timer = setTimeout(failed, TIME_LIMIT_MS)
  const parsed = pdfSchema.safeParse(await promise)
  clearTimeout(timer)
  await worker.terminate()
  return parsed.success ? parsed.data : null
}
