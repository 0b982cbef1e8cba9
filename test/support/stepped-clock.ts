import type { Clock } from '../../src/main/core/ports/system-ports.ts'

interface Sleeper {
  readonly ms: number
  readonly until: number
  readonly wake: () => void
}

/** A clock that only the test moves. Sleeps end when the clock has reached their time. */
export class SteppedClock implements Clock {
  #now = Date.parse('2026-11-16T09:00:00Z')
  readonly #sleepers = new Set<Sleeper>()
  readonly #waiting: (() => void)[] = []

  now(): number {
    return this.#now
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const sleeper: Sleeper = {
        ms,
        until: this.#now + ms,
        wake: () => {
          this.#sleepers.delete(sleeper)
          resolve()
        },
      }
      this.#sleepers.add(sleeper)
      for (const waiting of this.#waiting.splice(0)) waiting()
      signal.addEventListener('abort', sleeper.wake, { once: true })
    })
  }

  /** Resolves when so many sleeps of a length that `isOf` accepts (ms) are under way. */
  async untilAsleep(count: number, isOf: (ms: number) => boolean): Promise<void> {
    while ([...this.#sleepers].filter(({ ms }) => isOf(ms)).length < count) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  /** Returns the time until the first sleep of a length that `isOf` accepts (ms) ends, ms; Infinity if there is none. */
  untilWake(isOf: (ms: number) => boolean): number {
    const ends = [...this.#sleepers].filter(({ ms }) => isOf(ms)).map(({ until }) => until - this.#now)
    return Math.min(...ends)
  }

  /** Sets the clock forward and ends the sleeps that are over. */
  advance(ms: number): void {
    this.#now += ms
    for (const sleeper of this.#sleepers) if (sleeper.until <= this.#now) sleeper.wake()
  }
}
