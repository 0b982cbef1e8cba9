import { ORPCError } from '@orpc/client'

import { ConnectionLostError } from './engine-link.ts'
import { retryDelay } from './retry-delay.ts'
import type { RetryDelays } from './retry-delay.ts'

export interface FollowOptions<T> {
  /** Subscribes again from the follower's position. Rejects while there is no connection. */
  readonly subscribe: (signal: AbortSignal) => Promise<AsyncIterable<readonly T[]>>
  readonly onItems: (items: readonly T[]) => void
  readonly delays: RetryDelays
  readonly random: () => number
  readonly signal: AbortSignal
}

/**
 * Reads a feed until the signal aborts. A feed that ends or breaks is subscribed to again: immediately after a lost
 * connection (the subscription itself waits for the next one), with increasing delays after the engine ended or refused
 * it.
 */
export async function followFeed<T>({ subscribe, onItems, delays, random, signal }: FollowOptions<T>): Promise<void> {
  let failedAttempts = 0
  while (!signal.aborted) {
    try {
      for await (const items of await subscribe(signal)) {
        if (signal.aborted) return
        failedAttempts = 0
        deliver(onItems, items)
      }
    } catch (error) {
      if (isRefusal(error)) return throwLater(error)
      if (error instanceof ConnectionLostError) continue
    }
    await pause(retryDelay(failedAttempts, delays, random), signal)
    failedAttempts += 1
  }
}

/** Continues the feed if a listener throws, which is a bug; otherwise all later events would be lost too. */
function deliver<T>(onItems: (items: readonly T[]) => void, items: readonly T[]): void {
  try {
    onItems(items)
  } catch (error) {
    throwLater(error)
  }
}

/** Throws the error as an uncaught one, so that the console and the window's error handler report it. */
function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}

/** Returns whether the engine would refuse the same request again. */
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
