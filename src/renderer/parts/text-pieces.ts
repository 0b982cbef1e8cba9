/** What a browser lays out in some tens of milliseconds: long lines cost by their characters, short ones by their number. */
const PIECE_CHARACTERS = 50_000
const PIECE_LINES = 5_000

/** Where the first `pieces` pieces of a text end, in UTF-16 units. */
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
