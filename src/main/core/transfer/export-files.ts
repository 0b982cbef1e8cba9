import { toBase64 } from '../../../shared/base64.ts'
import { jsonText } from '../../../shared/json-text.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { ContentReader } from '../ports/content-ports.ts'

/** Bytes of one line. A multiple of 3, so that the texts of the lines are the base64 of the file when joined. */
const PIECE = 768 * 1024

/**
 * Yields the lines of the files with these hashes, in pieces; ends after the first error. A file that is not stored is
 * one line that says so.
 */
export async function* fileLines(hashes: Iterable<string>, content: ContentReader): AsyncGenerator<Result<string>> {
  for (const sha256 of hashes) {
    const found = await content.find([sha256])
    if (!found.ok) {
      yield found
      return
    }
    const facts = found.value.get(sha256)
    if (facts === undefined) {
      yield ok(jsonText({ type: 'file', sha256, missing: true }))
      continue
    }
    const { bytes } = facts
    for (let offset = 0; offset === 0 || offset < bytes; offset += PIECE) {
      const piece = await content.read(sha256, offset, PIECE)
      if (!piece.ok) {
        yield piece
        return
      }
      yield ok(jsonText({ type: 'file', sha256, bytes, offset, data: toBase64(piece.value) }))
    }
  }
}
