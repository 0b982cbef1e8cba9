import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'

import type { AgentFeedItem } from '../../shared/agent-view.ts'
import type { ApprovalFeedItem } from '../../shared/approval.ts'
import type { Contract } from '../../shared/contract.ts'
import type { EngineFeedItem } from '../../shared/engine-state.ts'
import { ENGINE_SOCKET_PATH, HOST_BRIDGE } from '../../shared/host-bridge.ts'
import type { HostBridge } from '../../shared/host-bridge.ts'
import type { AgentId } from '../../shared/ids.ts'
import { createAgentPosition } from './agent-position.ts'
import type { OpenChannel } from './client-channel.ts'
import { startConnectionLoop } from './connection-loop.ts'
import type { ConnectionState } from './connection-loop.ts'
import { ConnectionLostError } from './engine-link.ts'
import { followFeed } from './follow-feed.ts'
import { portOpener } from './port-channel.ts'
import { RETRY_DELAYS } from './retry-delay.ts'
import type { RetryDelays } from './retry-delay.ts'
import { socketOpener } from './socket-channel.ts'
import { keepConfirmedWindow, openWebSession } from './web-session.ts'
import { withConfirmation, type AskForCode } from './with-confirmation.ts'

export type { ConnectionState } from './connection-loop.ts'
export type EngineClient = ContractRouterClient<Contract>

export interface EngineConnection {
  /**
   * The contract. A call made without a connection waits for one for a while; one that was on its way when the
   * connection broke is not repeated. Both end in a `ConnectionLostError`. A call that the contract forbids, or a bug of
   * the engine, rejects with an `ORPCError`. Everything else that may fail is in the `Outcome`.
   */
  readonly client: EngineClient
  state(): ConnectionState
  /** Answers how to stop hearing. */
  onStateChange(listener: (state: ConnectionState) => void): () => void
  /**
   * One agent's feed, for as long as it takes, through every lost connection: each recorded event once and in order, what
   * was missed in a `resumed` or a `snapshot`. Answers how to stop.
   */
  followAgent(agentId: AgentId, onItems: (items: readonly AgentFeedItem[]) => void): () => void
  /** The tree and the engine's state; after each lost connection it begins again with a snapshot. */
  followEngine(onItems: (items: readonly EngineFeedItem[]) => void): () => void
  /** What waits for a person and the standing answers; after each lost connection it begins again with a snapshot. */
  followApprovals(onItems: (items: readonly ApprovalFeedItem[]) => void): () => void
  /** Who is asked for a code when the engine wants a call to be confirmed; nobody: such calls are refused. Answers how to stop. */
  confirmWith(ask: AskForCode): () => void
  /** Ends the connection, all that follows and all calls, for good. */
  close(): void
}

export interface ConnectOptions {
  readonly openChannel: OpenChannel
  readonly onWake: (wake: () => void) => () => void
  readonly delays?: RetryDelays
  /** Is given what proves later connections confirmed. */
  readonly keepConfirmation?: (key: string) => void
  /** How long a call waits for a connection, ms. */
  readonly patience?: number
}

const PATIENCE_MS = 10_000

/** The window's connection: a MessagePort in Electron, else a WebSocket to where the page came from. */
export function connect(): EngineConnection {
  return connectWith({
    openChannel: defaultOpener(),
    onWake: onBrowserWake,
    keepConfirmation: keepConfirmedWindow,
  })
}

/** The same over any channel. */
export function connectWith(options: ConnectOptions): EngineConnection {
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
    void followFeed({ subscribe, onItems, delays, random: Math.random, signal })
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
        async (signal) => {
          await loop.link(signal)
          const afterId = position.lastId()
          return client.agents.subscribe({ agentId, ...(afterId === undefined ? {} : { afterId }) }, { signal })
        },
        (items: readonly AgentFeedItem[]) => {
          const fresh = position.take(items)
          if (fresh.length > 0) onItems(fresh)
        },
      )
    },
    followEngine: (onItems) =>
      follow(async (signal) => {
        await loop.link(signal)
        return client.engine.subscribe(undefined, { signal })
      }, onItems),
    followApprovals: (onItems) =>
      follow(async (signal) => {
        await loop.link(signal)
        return client.approvals.subscribe(undefined, { signal })
      }, onItems),
    close: () => stop.abort(new ConnectionLostError()),
  }
}

function defaultOpener(): OpenChannel {
  const bridge = hostBridge()
  if (bridge !== null) return portOpener(bridge)
  const url = new URL(ENGINE_SOCKET_PATH, window.location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  const opening = openWebSession()
  return async (signal) => {
    const session = await opening
    try {
      return await socketOpener(url.href, (at) => new WebSocket(at, [...session.protocols()]))(signal)
    } catch (error) {
      // A page may not learn why a socket was refused.
      await session.check(signal)
      throw error
    }
  }
}

/** The preload script's bridge; null in a browser. */
export function hostBridge(): HostBridge | null {
  const bridge: unknown = Reflect.get(window, HOST_BRIDGE)
  return isHostBridge(bridge) ? bridge : null
}

function isHostBridge(value: unknown): value is HostBridge {
  return typeof value === 'object' && value !== null && 'requestEnginePort' in value && 'onMenuCommand' in value
}

/** The network is back, or somebody looks at the page again: no reason to wait any longer. */
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
