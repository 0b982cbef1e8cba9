/** The blank lines that end a server-sent event, as the SDKs search for them. */
export const BLANK_LINES: readonly string[] = ['\n\n', '\r\r', '\r\n\r\n']
/** The end of a line, for servers that end events without a blank one. */
export const LINES: readonly string[] = ['\n']
/** Bytes of a blank line that an earlier piece of the body can hold. */
const LONGEST_OVERLAP = 3

/**
 * Splits the body of a stream into whole server-sent events, however it was cut into pieces. Each byte is searched and
 * joined a fixed number of times: the SDKs' own readers join and search the beginning of an event again with every piece
 * of it.
 */
export class EventFrames {
  readonly #delimiters: readonly string[]
  #pending: Uint8Array[] = []
  /** The last bytes of the pending pieces. */
  #tail: Buffer = Buffer.alloc(0)

  constructor(delimiters = BLANK_LINES) {
    this.#delimiters = delimiters
  }

  /** Returns the events that this piece completes, each with its blank line. */
  push(piece: Uint8Array): readonly Uint8Array[] {
    const joined = Buffer.concat([this.#tail, piece])
    const before = this.#tail.length
    const events: Uint8Array[] = []
    let from = 0
    for (const end of endsIn(joined, this.#delimiters)) {
      // Bytes of the overlap are in the pending pieces.
      const own = joined.subarray(Math.max(from, before), end)
      events.push(this.#pending.length === 0 ? own : Buffer.concat([...this.#pending, own]))
      this.#pending = []
      from = end
    }
    if (from < joined.length) this.#pending.push(joined.subarray(Math.max(from, before)))
    this.#tail = joined.subarray(Math.max(from, joined.length - LONGEST_OVERLAP))
    return events
  }

  /** Returns the bytes behind the last event, and forgets them. */
  takeRest(): Uint8Array {
    const rest = Buffer.concat(this.#pending)
    this.#pending = []
    this.#tail = Buffer.alloc(0)
    return rest
  }
}

/** Returns the position behind each delimiter. */
function endsIn(bytes: Buffer, delimiters: readonly string[]): readonly number[] {
  const ends: number[] = []
  const next = delimiters.map((blank) => bytes.indexOf(blank))
  let end = 0
  for (;;) {
    for (const [index, blank] of delimiters.entries()) {
      const known = next[index] ?? -1
      if (known !== -1 && known < end) next[index] = bytes.indexOf(blank, end)
    }
    const first = next.reduce(
      (best, at, index) => (at !== -1 && (best === -1 || at < (next[best] ?? 0)) ? index : best),
      -1,
    )
    if (first === -1) return ends
    end = (next[first] ?? 0) + (delimiters[first]?.length ?? 0)
    ends.push(end)
  }
}
