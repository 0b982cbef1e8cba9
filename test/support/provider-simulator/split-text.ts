const DEFAULT_CHUNK = 24

/** Splits a text into pieces of this many UTF-16 units; surrogate pairs are not split, as in the providers' deltas. */
export function splitText(text: string, size: number = DEFAULT_CHUNK): string[] {
  const pieces: string[] = []
  let start = 0
  while (start < text.length) {
    let end = Math.min(text.length, start + size)
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end += 1
    pieces.push(text.slice(start, end))
    start = end
  }
  return pieces
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}
