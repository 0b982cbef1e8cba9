/**
 * Returns the letter of a column of a comparison, by which judges refer to its answer: `A`, `B`, …; `A1` after the
 * 26th.
 */
export function columnLetter(index: number): string {
  const key = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? key : `${key}${Math.floor(index / 26)}`
}
