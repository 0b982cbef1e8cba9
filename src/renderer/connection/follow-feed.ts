import { ORPCError } from '@orpc/client'

import { ConnectionLostError } from './engine-link.ts'
import { retryDelay } from './retry-delay.ts'
import type { RetryDelays } from './retry-delay.ts'

export interface FollowOptions<T> {
  /** Subscribes anew, from where the follower has got to. Rejects while there is no connection. */
  readonly subscribe: (signal: AbortSignal) => Promise<AsyncIterable<readonly T[]>>
  readonly onItems: (items: readonly T[]) => void
  readonly delays: RetryDelays
  readonly random: () => number
  readonly signal: AbortSignal
}

/**
 * Reads a feed for as long as the signal lets it: a feed that ends or breaks is subscribed to again, at once after a lost
 * connection (the subscription itself waits for the next one), with growing pauses when the engine ends or refuses it.
 */
export async function followFeed<T>({ subscribe, onItems, delays, random, signal }: FollowOptions<T>): Promise<void> {
  let fruitless = 0
  while (!signal.aborted) {
    try {
      for await (const items of await subscribe(signal)) {
        if (signal.aborted) return
        fruitless = 0
        deliver(onItems, items)
      }
    } catch (error) {
      if (isRefusal(error)) return throwLater(error)
      if (error instanceof ConnectionLostError) continue
    }
    await pause(retryDelay(fruitless, delays, random), signal)
    fruitless += 1
  }
}

/** A listener that throws is a bug of the listener's; the feed goes on, or every later event would be lost too. */
function deliver<T>(onItems: (items: readonly T[]) => void, items: readonly T[]): void {
  try {
    onItems(items)
  } catch (error) {
    throwLater(error)
  }
}

/** As an uncaught error, where the window's console and its error handler see it. */
function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}

/** The engine will not take this question however often it is asked. */
function isRefusal(error: unknown): boolean {
  return error instanceof ORPCError && error.code === 'BAD_REQUEST'
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', go)
      resolve()
    }
    const timer = setTimeout(go, ms)
    signal.addEventListener('abort', go, { once: true })
  })
}
