/** Interval between two probes, ms. */
const ASK_EVERY_MS = 1_000
/**
 * After this time without an answer, a probe counts as unanswered, ms. With the interval, silence is reported within 3
 * s.
 */
const SILENCE_MS = 2_000
/** Interval between attempts to open a new connection while the silence lasts, ms. */
const TRY_ANEW_EVERY_MS = 10_000

export interface WatchedDatabase {
  /** Sends a probe over the permanent connection. */
  ask(): Promise<unknown>
  /** Sends a probe over a new connection; rejects if none can be opened within a few seconds. */
  askAnew(): Promise<unknown>
  /** Called with true when the database stops answering, and with false when it answers again. */
  onSilence(isSilent: boolean): void
  /** Called when new connections are answered but the old ones are not: their pending answers will never arrive. */
  onDeadConnections(): void
}

/**
 * Watches whether a database answers. A server that hangs, or a network link that was cut silently, closes no
 * connection for many minutes. Pending statements are not cancelled while the database hangs, because they may still be
 * carried out. Returns a function that ends the watch.
 */
export function watchAnswers({ ask, askAnew, onSilence, onDeadConnections }: WatchedDatabase): () => void {
  let askedAt: number | null = null
  let isSilent = false
  let triedAt = 0

  const question = async (): Promise<void> => {
    askedAt = performance.now()
    // A broken connection is detected elsewhere.
    await ask().catch(() => undefined)
    askedAt = null
    if (!isSilent) return
    isSilent = false
    onSilence(false)
  }
  const tryAnew = async (): Promise<void> => {
    const answered = await askAnew().then(
      () => true,
      () => false,
    )
    if (answered && isSilent) onDeadConnections()
  }
  const look = (): void => {
    if (askedAt === null) return void question()
    const silence = performance.now() - askedAt
    if (silence < SILENCE_MS) return
    if (!isSilent) {
      isSilent = true
      triedAt = 0
      onSilence(true)
    }
    if (silence - triedAt < TRY_ANEW_EVERY_MS) return
    triedAt = silence
    void tryAnew()
  }

  const timer = setInterval(look, ASK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
