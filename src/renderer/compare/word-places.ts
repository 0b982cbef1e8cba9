import type { DifferencePiece } from './text-difference.ts'

/** Where a word begins and ends in a text, in characters. */
export type WordPlace = readonly [start: number, end: number]

/**
 * Returns where the words that only one of two texts has stand in its own text, in order. `pieces` are their differences,
 * which say nothing about white space, so words are looked for one after another.
 */
export function wordPlaces(
  text: string,
  pieces: readonly DifferencePiece[],
  side: 'left' | 'right',
): readonly WordPlace[] {
  const places: WordPlace[] = []
  let from = 0
  for (const { kind, text: piece } of pieces) {
    if (kind !== 'same' && kind !== side) continue
    for (const word of piece.match(/\S+/gu) ?? []) {
      const start = text.indexOf(word, from)
      if (start === -1) continue
      from = start + word.length
      if (kind === side) places.push([start, from])
    }
  }
  return places
}
