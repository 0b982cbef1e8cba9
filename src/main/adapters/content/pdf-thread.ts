import { Worker } from 'node:worker_threads'
import { z } from 'zod'

/** Time limit for one document, ms. A page of text takes a few. */
const TIME_LIMIT_MS = 60_000
const MEMORY_LIMIT_MB = 512

const pdfSchema = z.object({ pages: z.number(), text: z.string() })
export type PdfText = Readonly<z.infer<typeof pdfSchema>>

/**
 * Reads the number of pages and the text of a PDF in a thread of its own with limits on time and memory: the file may
 * be damaged, or made to be slow. `bytes` is moved to the thread and cannot be used afterwards. Null: it cannot be
 * read, for example because it needs a password.
 */
export async function readPdf(bytes: Uint8Array<ArrayBuffer>): Promise<PdfText | null> {
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
