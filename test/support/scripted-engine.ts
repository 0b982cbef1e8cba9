import type { AgentEvent } from '../../src/shared/agent-event.ts'
import { emptyAgentView, reduceAgentView } from '../../src/shared/agent-view.ts'
import type { AgentFeedItem, AgentView } from '../../src/shared/agent-view.ts'
import { refused } from '../../src/shared/app-error.ts'
import type { EngineFeedItem, EngineStatus } from '../../src/shared/engine-state.ts'
import type { AgentId } from '../../src/shared/ids.ts'
import type { LiveEvent } from '../../src/shared/stream-event.ts'
import type { Engine } from '../../src/main/core/engine.ts'
import type { Result } from '../../src/shared/result.ts'

/** As many items wait for one subscriber; then it is given a snapshot instead. */
export const PENDING_LIMIT = 64

/** One subscription, as the engine's side sees it. */
interface ScriptedSubscription {
  readonly afterId: number | undefined
  readonly signal: AbortSignal
  /** The most items that ever waited. */
  mostPending: number
  /** UTF-16 units of live text that the host has taken. */
  textTaken: number
  /** Set when the feed has ended, however it did. */
  ended: boolean
}

/**
 * An engine that does what a test says, for tests of what lies between an engine and a window. Feeds keep the engine's
 * promises: batches, bounded memory, a snapshot for who falls behind, an end when the signal aborts.
 */
export interface ScriptedEngine extends Engine {
  /** Every call, as `[name, ...arguments]`, signals left out. */
  readonly calls: readonly (readonly unknown[])[]
  readonly subscriptions: readonly ScriptedSubscription[]
  view(): AgentView
  record(text: string): AgentEvent
  live(event: LiveEvent): void
  pushToEngineFeeds(item: EngineFeedItem): void
  /** Every open feed throws, as an engine with a bug would. */
  breakFeeds(error: Error): void
  /** From now on `submit` throws. */
  breakSubmit(error: Error): void
  /** Resolves when the condition holds; asked again after whatever happens to a feed. */
  until(condition: () => boolean): Promise<void>
}

export const SCRIPTED_AGENT: AgentId = '8f14e45f-ceea-467f-9c4b-1d2e3f4a5b6c'

/** The lines of its export, some kilobytes each. */
export const EXPORTED_LINES = 1_000

export const SCRIPTED_STATUS: EngineStatus = {
  version: '0.0.0',
  database: { state: 'ok', message: 'embedded' },
  keychain: { state: 'ok', message: 'keychain' },
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
  const calls: unknown[][] = []
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
  const engineSnapshot = (): EngineFeedItem => ({ type: 'snapshot', agents: [], status: SCRIPTED_STATUS })
  const refuse = async (...call: unknown[]) => {
    calls.push(call)
    return { ok: false, error: refused(`No ${String(call[0])} here.`) } as const
  }

  return {
    calls,
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

    subscribe: (signal) => open(engineFeeds, engineSnapshot(), engineSnapshot, newSubscription(signal)),
    subscribeAgent(_agentId, { afterId, signal }) {
      const snapshot = (): AgentFeedItem => ({ type: 'snapshot', view })
      const events = view.events.filter((event) => event.id > (afterId ?? 0))
      const first: AgentFeedItem =
        afterId === undefined ? snapshot() : { type: 'resumed', events, turn: view.turn, queue: view.queue }
      return open(agentFeeds, first, snapshot, newSubscription(signal, afterId))
    },
    async submit(agentId, text, options) {
      calls.push(['submit', agentId, text, options])
      if (submitError !== null) throw submitError
      return accepted({ answers: [text], turnStarted: false, children: [], startedChildren: [] })
    },
    createAgent: (options) => refuse('createAgent', options),
    history: (agentId, beforeId, limit) => refuse('history', agentId, beforeId, limit),
    changeQueuedPrompt: (agentId, promptId, input) => refuse('changeQueuedPrompt', agentId, promptId, input),
    removeQueuedPrompt: (agentId, promptId) => refuse('removeQueuedPrompt', agentId, promptId),
    sendQueuedPrompt: (agentId, promptId) => refuse('sendQueuedPrompt', agentId, promptId),
    reorderQueuedPrompts: (agentId, promptIds) => refuse('reorderQueuedPrompts', agentId, promptIds),
    cancel: (agentId) => refuse('cancel', agentId),
    stop: (agentId) => refuse('stop', agentId ?? 'all'),
    retryNow: (agentId) => refuse('retryNow', agentId),
    resume: (agentId) => refuse('resume', agentId),
    rewind: (agentId, eventId) => refuse('rewind', agentId, eventId),
    discard: (agentId, eventId) => refuse('discard', agentId, eventId),
    fork: (request) => refuse('fork', request),
    transcript: (agentId, model) => refuse('transcript', agentId, model),
    rename: (agentId, name) => refuse('rename', agentId, name),
    context: (agentId) => refuse('context', agentId),
    marks: (agentId) => refuse('marks', agentId),
    systemPrompt: (agentId) => refuse('systemPrompt', agentId),
    setSystemPrompt: (agentId, text) => refuse('setSystemPrompt', agentId, text),
    folder: (agentId) => refuse('folder', agentId),
    setFolder: (agentId, folder) => refuse('setFolder', agentId, folder),
    setWakeOnMail: (agentId, wakes) => refuse('setWakeOnMail', agentId, wakes),
    search: (text, options) => refuse('search', text, options),
    usageByModel: () => refuse('usageByModel'),
    async *exportLog(agentId) {
      calls.push(['exportLog', agentId])
      try {
        yield* exportedLines()
      } finally {
        calls.push(['exportLog ended'])
        changed()
      }
    },
    async *exportMarkdown(agentId) {
      calls.push(['exportMarkdown', agentId])
      yield accepted('# Words')
      yield { ok: false, error: refused('No words here.') }
    },
    async importLog(lines) {
      const taken: string[] = []
      for await (const line of lines) taken.push(line)
      calls.push(['importLog', ...taken])
      return accepted({ agents: [SCRIPTED_AGENT], events: taken.length })
    },
    setCredential: (provider) => refuse('setCredential', provider),
    removeCredential: (provider) => refuse('removeCredential', provider),
    describeModel: (model) => ({ ok: false, error: refused(`No describeModel of ${model} here.`) }),
    listCredentials: async () => [],
    testCredential: async () => ({ ok: true, models: 0 }),
    listModels: async () => ({ providers: [], defaultModel: null }),
    async *subscribeApprovals() {},
    answerApproval: (approvalId, answer) => refuse('answerApproval', approvalId, answer),
    approvalRules: () => refuse('approvalRules'),
    addApprovalRule: (rule) => refuse('addApprovalRule', rule),
    revokeApprovalRule: (ruleId) => refuse('revokeApprovalRule', ruleId),
    budgets: () => refuse('budgets'),
    setBudget: (agentId, budget) => refuse('setBudget', agentId, budget),
    listTools: async () => ({ tools: [], servers: [] }),
    restartToolServer: (name) => refuse('restartToolServer', name),
    configState: () => Promise.reject(new Error('No configuration here.')),
    updateConfig: (change) => refuse('updateConfig', change),
    testDatabase: (url) => refuse('testDatabase', url),
    setting: async (key) => ({ key }),
    async setSetting(key, value) {
      calls.push(['setSetting', key, value])
      return { ok: true, value: null }
    },
    async replaceSetting(key, expected, value) {
      calls.push(['replaceSetting', key, expected, value])
      return { ok: true, value: expected === null }
    },
    draft: async () => ({ text: '', asText: false }),
    setDraft: (agentId, draft) => refuse('setDraft', agentId, draft),
    close: async () => {},
  }
}

/** More than travels at once. */
function exportedLines(): readonly Result<string>[] {
  return Array.from({ length: EXPORTED_LINES }, (_, index) => accepted(`${index} ${'ü'.repeat(1000)}`))
}

function accepted<T>(value: T): Result<T> {
  return { ok: true, value }
}

function textLength(item: unknown): number {
  return JSON.stringify(item).length
}
