/** Between two questions, ms. */
const ASK_EVERY_MS = 1_000
/** A question that waits so long is one that the database does not answer, ms. Together with the pause: said within 3 s. */
const SILENCE_MS = 2_000
/** Then, and as long as it lasts, a new connection is tried as often, ms. */
const TRY_ANEW_EVERY_MS = 10_000

export interface WatchedDatabase {
  /** Asks over the connection that is always open. */
  ask(): Promise<unknown>
  /** Asks over a connection of its own; rejects when there is none in a few seconds. */
  askAnew(): Promise<unknown>
  /** The database is silent (true), or has answered again (false). */
  onSilence(isSilent: boolean): void
  /** New connections are answered and the old ones are not: whatever they wait for will never come. */
  onDeadConnections(): void
}

/**
 * Watches whether a database answers at all: one that hangs, or whose wire was cut without a word, breaks no connection
 * for many minutes. What was asked of it is not given up while it hangs, because it may still be carried out. Returns a
 * function that ends the watch.
 */
export function watchAnswers({ ask, askAnew, onSilence, onDeadConnections }: WatchedDatabase): () => void {
  let askedAt: number | null = null
  let isSilent = false
  let triedAt = 0

  const question = async (): Promise<void> => {
    askedAt = performance.now()
    // A connection that broke is noticed elsewhere.
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
