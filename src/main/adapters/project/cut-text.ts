const encoder = new TextEncoder()

export interface CutText {
  readonly text: string
  /** Size of `text`. */
  readonly bytes: number
  /** Size of what is missing at the end. */
  readonly cutBytes: number
}

/** Returns as many whole lines as fit into `maxBytes`. */
export function cutText(text: string, maxBytes: number): CutText {
  const total = encoder.encode(text).length
  if (total <= maxBytes) return { text, bytes: total, cutBytes: 0 }
  let kept = ''
  let bytes = 0
  for (const line of text.split(/(?<=\n)/u)) {
    const size = encoder.encode(line).length
    if (bytes + size > maxBytes) break
    kept += line
    bytes += size
  }
  return { text: kept, bytes, cutBytes: total - bytes }
}
