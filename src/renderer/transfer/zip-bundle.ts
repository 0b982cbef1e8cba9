import { Zip, ZipPassThrough } from 'fflate/browser'

import { fromBase64 } from '../../shared/base64.ts'
import { bundleLineSchema } from '../../shared/file-bundle.ts'

/** Makes a zip file of the lines of a bundle. The files are stored as they are: pictures and PDFs are compressed already. */
export async function zipBundle(lines: Blob): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error
    pieces.push(new Uint8Array(bytes))
  })
  const encoder = new TextEncoder()
  let entry: ZipPassThrough | null = null
  for (const line of (await lines.text()).split('\n')) {
    if (line === '') continue
    const part = bundleLineSchema.parse(JSON.parse(line))
    if (entry?.filename !== part.path) {
      entry?.push(new Uint8Array(), true)
      entry = new ZipPassThrough(part.path)
      zip.add(entry)
    }
    entry.push('text' in part ? encoder.encode(part.text) : fromBase64(part.data))
  }
  entry?.push(new Uint8Array(), true)
  zip.end()
  return new Blob(pieces, { type: 'application/zip' })
}
