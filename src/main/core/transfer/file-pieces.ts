import { FILE_PIECE } from '../../../shared/log-file.ts'
import { ok, type Result } from '../../../shared/result.ts'

/**
 * Joins lines, each with a line end, into pieces of text. Lines are read only as fast as the pieces are consumed. Ends
 * after a failure.
 */
export async function* linesToPieces(
  lines: AsyncIterable<Result<string>> | Iterable<Result<string>>,
): AsyncGenerator<Result<string>> {
  let text = ''
  for await (const line of lines) {
    if (!line.ok) {
      yield line
      return
    }
    text += `${line.value}\n`
    if (text.length < FILE_PIECE) continue
    yield ok(text)
    text = ''
  }
  if (text !== '') yield ok(text)
}
