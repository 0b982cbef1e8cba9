/**
 * Size of a piece that a browser lays out within tens of milliseconds: the cost depends on the number of characters for
 * long lines, and on the number of lines for short ones.
 */
const PIECE_CHARACTERS = 50_000
const PIECE_LINES = 5_000

/** Returns the end of the first `pieces` pieces of a text, in UTF-16 units. */
export function pieceEnd(text: string, pieces: number): number {
  let end = 0
  for (let piece = 0; piece < pieces; piece += 1) end = nextEnd(text, end)
  return end
}

function nextEnd(text: string, start: number): number {
  const longest = Math.min(text.length, start + PIECE_CHARACTERS)
  let end = start
  for (let line = 0; line < PIECE_LINES; line += 1) {
    const newline = text.indexOf('\n', end)
    if (newline === -1 || newline >= longest) return longest
    end = newline + 1
  }
  return end
}
