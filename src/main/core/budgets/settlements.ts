/** Tells requests that wait for others when one of these has ended. */
export class Settlements {
  #next = Promise.withResolvers<undefined>()

  announce(): void {
    this.#next.resolve(undefined)
    this.#next = Promise.withResolvers<undefined>()
  }

  /** Resolves at the next announcement, or as soon as the signal aborts; never rejects. */
  async next(signal: AbortSignal): Promise<void> {
    const { promise: aborted, resolve } = Promise.withResolvers<undefined>()
    const stop = (): void => resolve(undefined)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    await Promise.race([this.#next.promise, aborted])
    signal.removeEventListener('abort', stop)
  }
}
