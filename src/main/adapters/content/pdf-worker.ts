import { parentPort, workerData } from 'node:worker_threads'

import { extractText, getDocumentProxy } from 'unpdf'

/** The thread of inspect-file.ts: reads one document and ends. */
const bytes: unknown = workerData
if (!(bytes instanceof Uint8Array)) throw new TypeError('The document is missing')
const document = await getDocumentProxy(bytes)
const { totalPages, text } = await extractText(document, { mergePages: false })
const pages = text.map((page, index) => `[Page ${index + 1}]\n${page.trim()}`)
const hasText = text.some((page) => page.trim() !== '')
parentPort?.postMessage({ pages: totalPages, text: hasText ? pages.join('\n\n') : '' })
