import type { AttachmentBlock } from '../../shared/attachment.ts'

export type StoredFile = Pick<AttachmentBlock, 'sha256' | 'media_type' | 'width' | 'height'>

/**
 * Makes the small form of a picture, as a data URL; null: it cannot be made. `isWanted` is asked between the steps:
 * when it returns false, the rest may be left out.
 */
export type MakeThumbnail = (file: StoredFile, isWanted: () => boolean) => Promise<string | null>

/** Returns the small form of a picture. It may be left out after the signal is aborted; the result is then null. */
export type Thumbnails = (file: StoredFile, signal: AbortSignal) => Promise<string | null>

/** Thumbnails that are kept; one has about 60 kB. */
const KEPT = 200
/** Pictures that are made at the same time; the others wait. */
const AT_ONCE = 2

/**
 * Makes each thumbnail once, a few at a time, and keeps the last ones. A picture that is no longer needed when
 * its turn comes is not made: fast scrolling reads only the pictures where it ends.
 */
export function createThumbnails(make: MakeThumbnail): Thumbnails {
  const made = new Map<string, Promise<string | null>>()
  const waiting = new Map<string, number>()
  const inTurn = createLimiter(AT_ONCE)

  function wait(sha256: string, change: 1 | -1): void {
    const count = (waiting.get(sha256) ?? 0) + change
    if (count === 0) waiting.delete(sha256)
    else waiting.set(sha256, count)
  }

  /** Undefined: it was no longer needed, and left out. */
  async function attempt(file: StoredFile): Promise<string | null | undefined> {
    let isLeftOut = false
    const isWanted = () => {
      isLeftOut ||= !waiting.has(file.sha256)
      return !isLeftOut
    }
    const url = await inTurn(async () => (isWanted() ? make(file, isWanted) : null))
    return isLeftOut ? undefined : url
  }

  async function begin(file: StoredFile): Promise<string | null> {
    // Somebody may have come after it was left out.
    for (let isFirst = true; isFirst || waiting.has(file.sha256); isFirst = false) {
      const url = await attempt(file)
      if (url !== undefined && url !== null) return url
      if (url === null) break
    }
    // What could not be read is tried again when it is asked for again.
    made.delete(file.sha256)
    return null
  }

  return (file, signal) => {
    const { sha256 } = file
    wait(sha256, 1)
    signal.addEventListener('abort', () => wait(sha256, -1), { once: true })
    const thumbnail = made.get(sha256) ?? begin(file)
    // The map is ordered by the last use.
    made.delete(sha256)
    made.set(sha256, thumbnail)
    const [oldest] = made.keys()
    if (made.size > KEPT && oldest !== undefined) made.delete(oldest)
    return thumbnail
  }
}

/** Returns a function that runs at most `limit` tasks at the same time. */
function createLimiter(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = []
  let running = 0
  return async (task) => {
    if (running >= limit) await new Promise<void>((resolve) => queue.push(resolve))
    running += 1
    try {
      return await task()
    } finally {
      running -= 1
      queue.shift()?.()
    }
  }
}
