export type LineEnd = '\n' | '\r\n' | '\r'

/** A text with its line ends as `\n`, and the way back: where each place is in the text as it was written. */
export class LineEnds {
  /** The text with every line end as `\n`. */
  readonly normalized: string
  readonly #text: string
  /** For each line end, its place in `normalized`. Ascending. */
  readonly #places: number[] = []
  readonly #ends: LineEnd[] = []
  /** For each line end, how many of those before it have two characters. */
  readonly #doublesBefore: number[] = []
  #doubles = 0

  constructor(text: string) {
    this.#text = text
    for (const { 0: end, index } of text.matchAll(/\r\n|\r|\n/g)) {
      this.#places.push(index - this.#doubles)
      this.#ends.push(end === '\r\n' ? '\r\n' : end === '\r' ? '\r' : '\n')
      this.#doublesBefore.push(this.#doubles)
      if (end.length === 2) this.#doubles += 1
    }
    this.normalized = text.replaceAll(/\r\n?/g, '\n')
  }

  /** The line end of all lines; null: there are several, or none. */
  get only(): LineEnd | null {
    const first = this.#ends[0]
    return first !== undefined && this.#ends.every((end) => end === first) ? first : null
  }

  /** Returns the part of the original text that a part of `normalized` stands for. Offsets in UTF-16 units. */
  original(start: number, end: number): string {
    return this.#text.slice(this.#originalOffset(start), this.#originalOffset(end))
  }

  /** Returns the line ends in a part of `normalized`, in order. */
  within(start: number, end: number): readonly LineEnd[] {
    return this.#ends.slice(this.#firstFrom(start), this.#firstFrom(end))
  }

  /** Returns the line end of the line at a place of `normalized`; of the last line, that of the line before it. */
  near(place: number): LineEnd {
    const next = this.#firstFrom(place)
    return this.#ends[next] ?? this.#ends[next - 1] ?? '\n'
  }

  #originalOffset(place: number): number {
    return place + (this.#doublesBefore[this.#firstFrom(place)] ?? this.#doubles)
  }

  /** Returns the index of the first line end at a place of `normalized`, or behind it. */
  #firstFrom(place: number): number {
    let low = 0
    let high = this.#places.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#places[middle] ?? 0) < place) low = middle + 1
      else high = middle
    }
    return low
  }
}

/**
 * Returns `next`, which replaces `before`, with line ends: lines that both begin or end with keep theirs, and so do all
 * if there are as many; others end with `other`. Both texts have `\n` only; `ends` are the real ones of `before`.
 */
export function withKeptLineEnds(before: string, next: string, ends: readonly LineEnd[], other: LineEnd): string {
  const [old, lines] = [before.split('\n'), next.split('\n')]
  const most = Math.min(old.length, lines.length)
  let leading = 0
  while (leading < most && old[leading] === lines[leading]) leading += 1
  let trailing = 0
  while (trailing < most - leading && old[old.length - 1 - trailing] === lines[lines.length - 1 - trailing]) {
    trailing += 1
  }
  const shift = old.length - lines.length
  const endAt = (index: number): LineEnd => {
    const isKept = index < leading || shift === 0
    if (isKept && index < ends.length) return ends[index] ?? other
    return index >= lines.length - 1 - trailing ? (ends[index + shift] ?? other) : other
  }
  return lines.map((line, index) => (index === lines.length - 1 ? line : line + endAt(index))).join('')
}
