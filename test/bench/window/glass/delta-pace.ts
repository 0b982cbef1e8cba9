import { benchText, DELTA_LENGTH } from '../bench-text.ts'
import { stamped } from '../stamps.ts'

/** Of each stream: 100 tokens of 4 characters per second. */
const DELTAS_PER_SECOND = 400 / DELTA_LENGTH

export interface Delta {
  readonly stream: number
  readonly text: string
}

/** Returns a function that gives the deltas of all streams that are due after so many seconds, each once. */
export function createPace(streams: number, characters: number): (seconds: number, now: number) => readonly Delta[] {
  const text = benchText(characters, true)
  const sent = Array.from({ length: streams }, () => 0)
  return (seconds, now) => {
    const due: Delta[] = []
    for (const [stream, before] of sent.entries()) {
      // The streams are not in step with each other.
      const until = Math.floor(seconds * DELTAS_PER_SECOND + stream / streams)
      for (let index = before; index < until; index++) {
        const piece = text.slice(index * DELTA_LENGTH, (index + 1) * DELTA_LENGTH)
        if (piece !== '') due.push({ stream, text: stamped(piece, now) })
      }
      sent[stream] = Math.max(before, until)
    }
    return due
  }
}
