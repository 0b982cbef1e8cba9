import type { ClientContext, ClientLink } from '@orpc/client'

import type { ConnectionState } from '../store/engine-connection.ts'
import type { ClientChannel, OpenChannel } from './client-channel.ts'
import { createEngineLink } from './engine-link.ts'

export interface ConnectionLoopOptions {
  readonly openChannel: OpenChannel
  readonly delays: RetryDelays
  readonly random: () => number
  /** Subscribes to moments in which to retry immediately; returns how to unsubscribe. */
  readonly onWake: (wake: () => void) => () => void
  readonly signal: AbortSignal
  readonly onState: (state: ConnectionState) => void
}

/** Keeps one connection open until the signal aborts, and provides the link of the open one. */
export interface ConnectionLoop {
  state(): ConnectionState
  current(): ClientLink<ClientContext> | null
  /** Returns the link of the open connection; waits for one, and rejects if the signal aborts. */
  link(signal: AbortSignal): Promise<ClientLink<ClientContext>>
}

export function startConnectionLoop(options: ConnectionLoopOptions): ConnectionLoop {
  let state: ConnectionState = 'connecting'
  let current: ClientLink<ClientContext> | null = null
  const waiting = new Set<(link: ClientLink<ClientContext>) => void>()

  const become = (next: ConnectionState, link: ClientLink<ClientContext> | null) => {
    current = link
    if (next !== state) {
      state = next
      options.onState(next)
    }
    if (link === null) return
    const ready = [...waiting]
    waiting.clear()
    for (const go of ready) go(link)
  }
  void keepOpen(options, become)

  return {
    state: () => state,
    current: () => current,
    link(signal) {
      if (signal.aborted) return Promise.reject(noLongerWanted())
      if (current !== null) return Promise.resolve(current)
      return new Promise((resolve, reject) => {
        const go = (link: ClientLink<ClientContext>) => {
          signal.removeEventListener('abort', stop)
          resolve(link)
        }
        const stop = () => {
          waiting.delete(go)
          reject(noLongerWanted())
        }
        waiting.add(go)
        signal.addEventListener('abort', stop, { once: true })
      })
    },
  }
}

function noLongerWanted(): Error {
  return new Error('The connection is no longer wanted')
}

async function keepOpen(
  { openChannel, delays, random, onWake, signal }: ConnectionLoopOptions,
  become: (state: ConnectionState, link: ClientLink<ClientContext> | null) => void,
): Promise<void> {
  let attempt = 0
  while (!signal.aborted) {
    const channel = await openChannel(signal).catch(() => null)
    if (channel !== null) {
      attempt = 0
      const closed = closing(channel, signal)
      become('open', createEngineLink(channel))
      await closed
    }
    if (signal.aborted) break
    become('lost', null)
    await waitForNextTry(retryDelay(attempt, delays, random), onWake, signal)
    attempt += 1
  }
  become('lost', null)
}

/** Resolves when the channel has closed; an aborted signal closes it. */
function closing(channel: ClientChannel, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const close = () => channel.close()
    signal.addEventListener('abort', close, { once: true })
    channel.onClose(() => {
      signal.removeEventListener('abort', close)
      resolve()
    })
  })
}

function waitForNextTry(delay: number, onWake: ConnectionLoopOptions['onWake'], signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', go)
      stopListening()
      resolve()
    }
    const timer = setTimeout(go, delay)
    const stopListening = onWake(go)
    signal.addEventListener('abort', go, { once: true })
  })
}

/** Delays between attempts, ms. */
export interface RetryDelays {
  readonly first: number
  readonly longest: number
}

export const RETRY_DELAYS: RetryDelays = { first: 250, longest: 10_000 }

/**
 * Returns the delay before an attempt. It doubles each time and is shortened by up to a quarter at random, so that many
 * windows do not reconnect simultaneously.
 */
export function retryDelay(attempt: number, { first, longest }: RetryDelays, random: () => number): number {
  return Math.min(longest, first * 2 ** Math.min(attempt, 30)) * (1 - random() / 4)
}
