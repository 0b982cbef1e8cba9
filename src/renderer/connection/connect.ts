import { createORPCClient, ORPCError } from '@orpc/client'
import type { AgentFeedItem } from '../../shared/agent-view.ts'
import type { AskForCode, ConnectionState, EngineClient, EngineConnection } from '../store/engine-connection.ts'
import { createAgentPosition } from './agent-position.ts'
import type { OpenChannel } from './client-channel.ts'
import { RETRY_DELAYS, retryDelay, type RetryDelays, startConnectionLoop } from './connection-loop.ts'
import { ConnectionLostError } from './engine-link.ts'
import { keepConfirmedWindow } from './web-session.ts'
import { windowOpener } from './window-opener.ts'
import { defined } from '../../shared/defined.ts'
import { CONFIRMATION_NEEDED } from '../../shared/confirmation.ts'
import { refuse, type Result } from '../../shared/result.ts'
import { texts } from '../text/texts.ts'

/** A connection that its owner can end. */
export interface OwnedConnection extends EngineConnection {
  /** Ends the connection, all feeds and all calls permanently. */
  close(): void
}

export interface ConnectOptions {
  readonly openChannel: OpenChannel
  readonly onWake: (wake: () => void) => () => void
  readonly delays?: RetryDelays
  /** Called with the proof that later connections of the window are confirmed. */
  readonly keepConfirmation?: (key: string) => void
  /** How long a call waits for a connection, ms. */
  readonly patience?: number
}

const PATIENCE_MS = 10_000

/** Connects the window: over a MessagePort in Electron, else over a WebSocket to the page's origin. */
export function connect(): OwnedConnection {
  return connectWith({
    openChannel: windowOpener(),
    onWake: onBrowserWake,
    keepConfirmation: keepConfirmedWindow,
  })
}

/** Connects over any channel. */
export function connectWith(options: ConnectOptions): OwnedConnection {
  const { delays = RETRY_DELAYS, patience = PATIENCE_MS } = options
  const stop = new AbortController()
  const listeners = new Set<(state: ConnectionState) => void>()
  const loop = startConnectionLoop({
    ...options,
    delays,
    random: Math.random,
    signal: stop.signal,
    onState: (state) => listeners.forEach((listener) => listener(state)),
  })

  const linkWithin = (ms: number, call: AbortSignal | undefined) => {
    const signals = [stop.signal, AbortSignal.timeout(ms)]
    return loop.link(AbortSignal.any(call === undefined ? signals : [...signals, call])).catch(() => null)
  }
  let asker: AskForCode | null = null
  const client: EngineClient = createORPCClient<EngineClient>({
    async call(path, input, callOptions): Promise<unknown> {
      const link = loop.current() ?? (await linkWithin(patience, callOptions.signal))
      callOptions.signal?.throwIfAborted()
      if (link === null) throw new ConnectionLostError()
      return withConfirmation(() => link.call(path, input, callOptions), {
        ask: (request) => asker?.(request) ?? Promise.resolve(null),
        give: (code) => client.confirmation.give({ code }),
        keep: options.keepConfirmation ?? (() => undefined),
      })
    },
  })
  const follow = <T>(
    subscribe: (signal: AbortSignal) => Promise<AsyncIterable<readonly T[]>>,
    onItems: (items: readonly T[]) => void,
  ) => {
    const end = new AbortController()
    const signal = AbortSignal.any([end.signal, stop.signal])
    const subscribeLinked = async (until: AbortSignal) => {
      await loop.link(until)
      return subscribe(until)
    }
    void followFeed({ subscribe: subscribeLinked, onItems, delays, random: Math.random, signal })
    return () => end.abort()
  }

  return {
    client,
    state: loop.state,
    confirmWith(ask) {
      asker = ask
      return () => {
        if (asker === ask) asker = null
      }
    },
    onStateChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    followAgent(agentId, onItems) {
      const position = createAgentPosition()
      return follow(
        (signal) => {
          const afterId = position.lastId()
          return client.agents.subscribe({ agentId, ...defined({ afterId }) }, { signal })
        },
        (items: readonly AgentFeedItem[]) => {
          const fresh = position.take(items)
          if (fresh.length > 0) onItems(fresh)
        },
      )
    },
    followEngine: (onItems) => follow((signal) => client.engine.subscribe(undefined, { signal }), onItems),
    followApprovals: (onItems) => follow((signal) => client.approvals.subscribe(undefined, { signal }), onItems),
    followCodes: (onItems) => follow((signal) => client.confirmation.codes(undefined, { signal }), onItems),
    followTerminal: (agentId, onItems) =>
      follow((signal) => client.terminals.subscribe({ agentId }, { signal }), onItems),
    close: () => stop.abort(new ConnectionLostError()),
  }
}

/** Calls `wake` when the network returns or the page becomes visible, so that the connection is retried immediately. */
function onBrowserWake(wake: () => void): () => void {
  const wakeIfVisible = () => {
    if (document.visibilityState === 'visible') wake()
  }
  window.addEventListener('online', wake)
  document.addEventListener('visibilitychange', wakeIfVisible)
  return () => {
    window.removeEventListener('online', wake)
    document.removeEventListener('visibilitychange', wakeIfVisible)
  }
}

/** Makes a call; if the engine requires a confirmation, repeats it after the user has entered the code. */
async function withConfirmation(
  call: () => Promise<unknown>,
  {
    ask,
    give,
    keep,
  }: {
    readonly ask: AskForCode
    readonly give: (code: string) => Promise<Result<string | null>>
    /** Stores the proof that later connections are confirmed. */
    readonly keep: (key: string) => void
  },
): Promise<unknown> {
  for (let failure: string | null = null; ;) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ORPCError) || error.code !== CONFIRMATION_NEEDED) throw error
      for (let isGiven = false; !isGiven;) {
        const code = await ask({ description: error.message, failure })
        if (code === null) return refuse(texts.actions.notConfirmed)
        const given = await give(code)
        failure = given.ok ? null : given.error.message
        isGiven = given.ok
        if (given.ok && given.value !== null) keep(given.value)
      }
    }
  }
}

/**
 * Reads a feed until the signal aborts. A feed that ends or breaks is subscribed to again: immediately after a lost
 * connection (the subscription itself waits for the next one), with increasing delays after the engine ended or refused
 * it.
 */
async function followFeed<T>({
  subscribe,
  onItems,
  delays,
  random,
  signal,
}: {
  /** Subscribes again from the follower's position. Rejects while there is no connection. */
  readonly subscribe: (signal: AbortSignal) => Promise<AsyncIterable<readonly T[]>>
  readonly onItems: (items: readonly T[]) => void
  readonly delays: RetryDelays
  readonly random: () => number
  readonly signal: AbortSignal
}): Promise<void> {
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
