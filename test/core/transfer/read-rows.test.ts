import { expect, it } from 'vitest'

import { readRows } from '../../../src/main/core/transfer/read-rows.ts'
import { linesOf } from '../../../src/shared/text-lines.ts'
import { MAX_LINE_LENGTH } from '../../../src/shared/log-file.ts'

const PIECE = 'x'.repeat(1024 * 1024)

/** A line of a gigabyte, which is never in memory whole. */
function* gigabyteLine(read: { pieces: number }): Generator<string> {
  yield '{"kind":"user","content":"first"}\n{"kind":"user","content":"'
  for (; read.pieces < 1024; read.pieces += 1) yield PIECE
  yield '"}\n'
}

it('names the number of a line that is too long, and reads no further', async () => {
  const read = { pieces: 0 }

  expect(await readRows(linesOf(gigabyteLine(read)))).toEqual({
    ok: false,
    error: {
      category: 'REFUSED',
      message:
        'Line 2: the line is longer than 134,217,728 characters. Is this an export of ikigai? Nothing was imported.',
      retryable: false,
    },
  })
  expect(read.pieces * PIECE.length).toBeLessThanOrEqual(MAX_LINE_LENGTH + PIECE.length)
})
