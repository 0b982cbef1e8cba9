import type { AgentEvent } from '../../src/shared/agent-event.ts'
import { emptyAgentView, reduceAgentView } from '../../src/shared/agent-view.ts'
import type { AgentFeedItem, AgentView } from '../../src/shared/agent-view.ts'
import { NO_BACKUPS } from '../../src/shared/backup-status.ts'
import { NOT_CHECKED } from '../../src/shared/database-health.ts'
import { type EngineFeedItem, type EngineStatus, NOT_SIGNING } from '../../src/shared/engine-state.ts'
import type { AgentId } from '../../src/shared/ids.ts'
import type { LiveEvent } from '../../src/shared/stream-event.ts'
import { PieceImports } from '../../src/main/core/transfer/piece-imports.ts'
import { linesToPieces } from '../../src/main/core/api/log.ts'
import { DONE, ok, refuse } from '../../src/shared/result.ts'
import { NO_USAGE } from '../../src/shared/usage-report.ts'
import { createFakeEngine, type FakeEngine } from './fake-engine.ts'

/** Maximum number of items that wait for one subscriber. Beyond that, it receives a snapshot instead. */
export const PENDING_LIMIT = 64

/** The engine's side of one subscription. */
interface ScriptedSubscription {
  readonly afterId: number | undefined
  readonly signal: AbortSignal
  /** The largest number of items that were waiting at any time. */
  mostPending: number
  /** UTF-16 units of live text that the host has read. */
  textTaken: number
  /** Set when the feed has ended, for whatever reason. */
  ended: boolean
}

/**
 * A scripted engine, for tests of the layers between engine and window. Its feeds have the engine's guarantees:
 * batches, bounded memory, a snapshot for a subscriber that falls behind, an end when the signal aborts.
 */
export interface ScriptedEngine extends FakeEngine {
  readonly subscriptions: readonly ScriptedSubscription[]
  view(): AgentView
  record(text: string): AgentEvent
  live(event: LiveEvent): void
  pushToEngineFeeds(item: EngineFeedItem): void
  /** Makes every open feed throw, like a bug in the engine. */
  breakFeeds(error: Error): void
  /** Makes every later call of `submit` throw. */
  breakSubmit(error: Error): void
  /** Resolves when the condition is true; it is evaluated after every change of a feed. */
  until(condition: () => boolean): Promise<void>
}

export const SCRIPTED_AGENT: AgentId = '8f14e45f-ceea-467f-9c4b-1d2e3f4a5b6c'

/** Number of lines of its export, several kilobytes each. */
export const EXPORTED_LINES = 1_000

export const SCRIPTED_STATUS: EngineStatus = {
  version: '0.0.0',
  database: { state: 'ok', message: 'embedded' },
  keychain: { state: 'ok', message: 'keychain' },
  backup: NO_BACKUPS,
  signing: NOT_SIGNING,
  health: NOT_CHECKED,
  strayError: null,
  toolServers: [],
  demo: false,
  dataDirectory: '/data',
  configDirectory: '/config',
}

interface Feed<T> {
  readonly subscription: ScriptedSubscription
  readonly snapshot: () => T
  pending: T[]
  broken: Error | null
  wake: () => void
}

export function createScriptedEngine(): ScriptedEngine {
  const subscriptions: ScriptedSubscription[] = []
  const agentFeeds = new Set<Feed<AgentFeedItem>>()
  const engineFeeds = new Set<Feed<EngineFeedItem>>()
  const watchers = new Set<() => void>()
  let view = emptyAgentView(SCRIPTED_AGENT)
  let submitError: Error | null = null

  const changed = () => watchers.forEach((watch) => watch())
  const push = <T>(feeds: ReadonlySet<Feed<T>>, item: T) => {
    for (const feed of feeds) {
      feed.pending.push(item)
      feed.subscription.mostPending = Math.max(feed.subscription.mostPending, feed.pending.length)
      if (feed.pending.length >= PENDING_LIMIT) feed.pending = [feed.snapshot()]
      feed.wake()
    }
  }
  const apply = (item: AgentFeedItem) => {
    view = reduceAgentView(view, item)
    push(agentFeeds, item)
  }

  async function* open<T>(feeds: Set<Feed<T>>, first: T, snapshot: () => T, subscription: ScriptedSubscription) {
    const feed: Feed<T> = { subscription, snapshot, pending: [first], broken: null, wake: () => {} }
    const { signal } = subscription
    const wakeOnAbort = () => feed.wake()
    signal.addEventListener('abort', wakeOnAbort)
    feeds.add(feed)
    subscriptions.push(subscription)
    changed()
    try {
      while (!signal.aborted) {
        if (feed.broken !== null) throw feed.broken
        const batch = feed.pending.splice(0)
        if (batch.length > 0) {
          subscription.textTaken += batch.reduce((sum, item) => sum + textLength(item), 0)
          changed()
          yield batch
        } else {
          await new Promise<void>((resolve) => {
            feed.wake = resolve
          })
        }
      }
    } finally {
      signal.removeEventListener('abort', wakeOnAbort)
      feeds.delete(feed)
      subscription.ended = true
      changed()
    }
  }

  const newSubscription = (signal: AbortSignal, afterId?: number): ScriptedSubscription => ({
    afterId,
    signal,
    mostPending: 0,
    textTaken: 0,
    ended: false,
  })
  /** Yields more than is sent at once. */
  async function* exportedLines() {
    try {
      for (let index = 0; index < EXPORTED_LINES; index += 1) yield ok(`${index} ${'ü'.repeat(1000)}`)
    } finally {
      fake.calls.push(['log.export ended'])
      changed()
    }
  }
  const engineSnapshot = (): EngineFeedItem => ({ type: 'snapshot', agents: [], status: SCRIPTED_STATUS })

  const imports = new PieceImports(
    async (lines, options) => {
      const read: string[] = []
      for await (const line of lines) read.push(line)
      fake.calls.push([options?.signal?.aborted ? 'import cancelled' : 'imported', ...read])
      changed()
      return ok({ agents: [SCRIPTED_AGENT], events: read.length })
    },
    { uuid: () => crypto.randomUUID(), toolCallId: () => '', random: () => 0 },
  )

  const fake = createFakeEngine({
    engine: {
      subscribe: (_input, signal) => open(engineFeeds, engineSnapshot(), engineSnapshot, newSubscription(signal)),
    },
    agents: {
      subscribe({ afterId }, signal) {
        const snapshot = (): AgentFeedItem => ({ type: 'snapshot', view })
        const events = view.events.filter((event) => event.id > (afterId ?? 0))
        const first: AgentFeedItem =
          afterId === undefined ? snapshot() : { type: 'resumed', events, turn: view.turn, queue: view.queue }
        return open(agentFeeds, first, snapshot, newSubscription(signal, afterId))
      },
      async submit(request) {
        fake.calls.push(['agents.submit', request])
        if (submitError !== null) throw submitError
        return ok({ answers: [request.text], turnStarted: false, children: [], startedChildren: [] })
      },
    },
    log: {
      export(request) {
        fake.calls.push(['log.export', request])
        return linesToPieces(request.format === 'log' ? exportedLines() : [ok('# Words'), refuse('No words here.')])
      },
      async import(request) {
        fake.calls.push(['log.import', request])
        return ok({ agents: [SCRIPTED_AGENT], events: 3 })
      },
      importFile: (_input, signal) => imports.begin(signal),
      importPiece: (piece) => imports.add(piece),
    },
    usage: {
      async query(request) {
        fake.calls.push(['usage.query', request])
        return ok({ by: request.by, rows: [], totals: { ...NO_USAGE, responses: 3 } })
      },
    },
    credentials: { test: async () => ok(0) },
    settings: {
      get: async ({ key }) => ({ key }),
      async set(request) {
        fake.calls.push(['settings.set', request])
        return DONE
      },
      async replace(request) {
        fake.calls.push(['settings.replace', request])
        return ok(request.expected === null)
      },
    },
  })

  return {
    ...fake,
    subscriptions,
    view: () => view,
    record(text) {
      const event: AgentEvent = {
        id: view.lastEventId + 1,
        sessionId: 1,
        agentId: SCRIPTED_AGENT,
        turnId: null,
        kind: 'user',
        content: text,
        data: null,
        createdAt: '2026-01-01T00:00:00.000Z',
      }
      apply({ type: 'recorded', event })
      return event
    },
    live: (event) => apply({ type: 'live', event }),
    pushToEngineFeeds: (item) => push(engineFeeds, item),
    breakFeeds(error) {
      for (const feed of [...agentFeeds, ...engineFeeds]) {
        feed.broken = error
        feed.wake()
      }
    },
    breakSubmit(error) {
      submitError = error
    },
    until: (condition) =>
      new Promise((resolve) => {
        const check = () => {
          if (!condition()) return
          watchers.delete(check)
          resolve()
        }
        watchers.add(check)
        check()
      }),
  }
}

function textLength(item: unknown): number {
  return JSON.stringify(item).length
}
