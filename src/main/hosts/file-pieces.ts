import type { Outcome } from '../../shared/contract.ts'
import { FILE_PIECE } from '../../shared/log-file.ts'

/** Lines as text in pieces, each line with its end; pulled only as fast as the pieces are. Ends after a failure. */
export async function* linesToPieces(lines: AsyncIterable<Outcome<string>>): AsyncGenerator<Outcome<string>> {
  let text = ''
  for await (const line of lines) {
    if (!line.ok) {
      yield line
      return
    }
    text += `${line.value}\n`
    if (text.length < FILE_PIECE) continue
    yield { ok: true, value: text }
    text = ''
  }
  if (text !== '') yield { ok: true, value: text }
}
