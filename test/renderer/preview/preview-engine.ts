import { previewMerge } from './preview-merge.ts'
import { previewSignIn } from './preview-sign-in.ts'
import { createRouterClient, implement } from '@orpc/server'

import type { AgentEvent, NewEvent } from '../../../src/shared/agent-event.ts'
import { type AgentSummary, isBusy } from '../../../src/shared/agent-summary.ts'
import { emptyAgentView, reduceAgentView, type AgentFeedItem, type AgentView } from '../../../src/shared/agent-view.ts'
import type { ApprovalFeedItem, ApprovalRule } from '../../../src/shared/approval.ts'
import { refused } from '../../../src/shared/app-error.ts'
import { agentSummary } from '../../support/agent-summary.ts'
import { previewArrangement } from './preview-arrangement.ts'
import { previewHelp } from './preview-help.ts'
import { previewImports } from './preview-imports.ts'
import { previewSessions } from './preview-sessions.ts'
import { previewBackground } from './preview-background.ts'
import { previewModels, withModelName } from './preview-models.ts'
import { previewRerun } from './preview-reruns.ts'
import { previewRouter } from './preview-router.ts'
import { previewRoom } from './preview-room.ts'
import { previewRedaction } from './preview-redaction.ts'
import { previewTerminals } from './preview-terminals.ts'
import { previewFiles } from './preview-content.ts'
import { contract } from '../../../src/shared/contract.ts'
import type { SubmitResult } from '../../../src/shared/contract/agents.ts'
import type { EngineFeedItem, EngineStatus } from '../../../src/shared/engine-state.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import type { PromptQueue } from '../../../src/shared/prompt-queue.ts'
import { agentMarks } from '../../../src/shared/agent-marks.ts'
import type { ConnectionState, EngineConnection } from '../../../src/renderer/store/engine-connection.ts'
import { replay } from '../../../src/shared/context-replay.ts'
import { previewOptions } from './preview-options.ts'
import { previewLedger, previewTranscript } from './preview-context.ts'
import { previewFolderFiles } from './preview-instructions.ts'
import { previewOrders } from './preview-keep-warm.ts'
import { previewPrice } from './preview-prices.ts'
import { previewQueue } from './preview-queue.ts'
import { createPreviewLimits } from './preview-limits.ts'
import { previewSandbox } from './preview-sandbox.ts'
import { previewLogReads } from './preview-search.ts'
import { previewSettings } from './preview-settings.ts'
import type { PreviewEngine, PreviewWorld } from './preview-types.ts'
import { previewReview } from './preview-changes.ts'
import { previewCodes } from './preview-codes.ts'
import { previewEvaluations, previewRaces } from './preview-races.ts'
import { previewRecorder } from './preview-recorder.ts'
import { previewUsage } from './preview-usage.ts'

const TAIL = 60

export function createPreviewEngine(world: PreviewWorld): PreviewEngine {
  const agents = new Map(world.agents.map((agent) => [agent.id, withModelName(agent)]))
  const logs = new Map([...world.events].map(([id, events]) => [id, [...events]]))
  const turns = new Map<AgentId, AgentView>()
  const engineListeners = new Set<(items: readonly EngineFeedItem[]) => void>()
  const agentListeners = new Map<AgentId, Set<(items: readonly AgentFeedItem[]) => void>>()
  const approvalListeners = new Set<(items: readonly ApprovalFeedItem[]) => void>()
  const usage = previewUsage(agents, change)
  const limits = createPreviewLimits((id) => agents.get(id)?.parentId ?? null)
  const stateListeners = new Set<(state: ConnectionState) => void>()
  const codes = previewCodes()
  const calls: string[] = []
  const keys = new Map(world.credentials.map((key) => [key.provider, key]))
  let rules = world.rules
  let state: ConnectionState = 'open'
  let submits = Promise.withResolvers<void>()
  submits.resolve()
  let lastId = Math.max(0, ...[...logs.values()].flat().map((event) => event.id))

  function tell(agentId: AgentId, item: AgentFeedItem): void {
    turns.set(agentId, reduceAgentView(turns.get(agentId) ?? emptyAgentView(agentId), item))
    for (const listener of agentListeners.get(agentId) ?? []) listener([item])
  }

  function record(event: NewEvent): AgentEvent {
    lastId += 1
    const recorded: AgentEvent = { ...event, id: lastId, sessionId: 1, createdAt: '2026-11-20T10:00:00.000Z' }
    logs.set(event.agentId, [...(logs.get(event.agentId) ?? []), recorded])
    tell(event.agentId, { type: 'recorded', event: recorded })
    return recorded
  }
  function setStatus(changed: Partial<EngineStatus>): void {
    for (const listener of engineListeners) listener([{ type: 'status', status: { ...world.status, ...changed } }])
  }

  function put(agent: AgentSummary): AgentSummary {
    agents.set(agent.id, agent)
    for (const listener of engineListeners) listener([{ type: 'agent', agent }])
    return agent
  }

  function change(agentId: AgentId, changed: Partial<AgentSummary>): void {
    const agent = agents.get(agentId)
    if (agent !== undefined) put({ ...agent, ...changed })
  }

  function snapshot(agentId: AgentId): AgentView {
    const events = logs.get(agentId) ?? []
    return {
      agentId,
      events: events.slice(-TAIL),
      hasOlder: events.length > TAIL,
      lastEventId: events.at(-1)?.id ?? 0,
      turn: turns.get(agentId)?.turn ?? null,
      queue: turns.get(agentId)?.queue ?? [],
    }
  }

  const queueOf = (agentId: AgentId): PromptQueue => turns.get(agentId)?.queue ?? []

  function showQueue(agentId: AgentId, prompts: PromptQueue): void {
    tell(agentId, { type: 'queue', prompts })
    change(agentId, { queuedPrompts: prompts.length })
  }

  function newAgent(changed: Partial<AgentSummary>): AgentSummary {
    const choice = { provider: 'anthropic', model: 'claude-sonnet-5-5', thinkingLevel: 'med' } as const
    const createdAt = new Date().toISOString()
    return put(withModelName(agentSummary({ id: crypto.randomUUID(), name: '', choice, createdAt, ...changed })))
  }

  function submit(agentId: AgentId, text: string): SubmitResult {
    const none = { answers: [], turnStarted: false, children: [], startedChildren: [] }
    if (!text.startsWith('/')) {
      record({ agentId, turnId: null, kind: 'user', content: text, data: null })
      return { ...none, turnStarted: true }
    }
    const spec = /^\/model ([^/]+)\/(\w+)/.exec(text)
    const answer = spec === null ? 'Done.' : `Switched to ${spec[1]}/${spec[2]}\nThinking: ${spec[2]}`
    record({ agentId, turnId: null, kind: 'command', content: text, data: { answer, ok: true } })
    return { ...none, answers: [answer] }
  }

  function fork(parentId: AgentId, models: readonly string[]): readonly AgentSummary[] {
    const parent = agents.get(parentId)
    return (models.length === 0 ? [null] : models).map((spec) => {
      const [model = '', level = 'med'] = spec?.split('/') ?? []
      const choice = { provider: 'openai', model, thinkingLevel: level === 'high' ? 'high' : 'med' } as const
      const child = newAgent({ parentId, choice: spec === null ? (parent?.choice ?? null) : choice })
      logs.set(child.id, [...(logs.get(parentId) ?? [])])
      record({ agentId: parentId, turnId: null, kind: 'fork', content: null, data: { child: child.id } })
      return child
    })
  }

  function tellApprovals(item: ApprovalFeedItem): void {
    for (const listener of approvalListeners) listener([item])
  }

  function changeRules(changed: readonly ApprovalRule[]): void {
    rules = changed
    tellApprovals({ type: 'rules', rules })
  }
  const os = implement(contract)
  const note = (name: string, input: unknown) => calls.push(`${name} ${JSON.stringify(input)}`)
  const ok = <T>(value: T) => ({ ok: true as const, value })
  const noted = (name: string) => (call: { readonly input: unknown }) => (note(name, call.input), ok(null))
  const shells = previewTerminals(change, note)
  const log = {
    eventsOf: (agentId: AgentId) => logs.get(agentId) ?? [],
    record: (event: NewEvent) => void record(event),
  }
  const router = previewRouter({
    agents: {
      create: os.agents.create.handler(({ input }) => {
        note('agents.create', input)
        return ok(newAgent({ name: input.name ?? '' }))
      }),
      history: os.agents.history.handler(({ input }) => {
        const older = (logs.get(input.agentId) ?? []).filter((event) => event.id < input.beforeId)
        return ok({ events: older.slice(-input.limit), hasOlder: older.length > input.limit })
      }),
      later: os.agents.later.handler(({ input }) => {
        const later = (logs.get(input.agentId) ?? []).filter((event) => event.id > input.afterId)
        return ok({ events: later.slice(0, input.limit), hasNewer: later.length > input.limit })
      }),
      submit: os.agents.submit.handler(async ({ input }) => {
        note('agents.submit', input)
        if (input.text.includes('/refuse'))
          return { ok: false as const, error: refused('Not while a turn runs. Cancel it first (Esc).') }
        const isRunning = isBusy(agents.get(input.agentId)?.activity.type ?? 'idle')
        if (isRunning && input.ifBusy === 'queue' && (input.asText === true || !input.text.startsWith('/'))) {
          const prompt = { id: crypto.randomUUID(), text: input.text, asText: input.asText === true }
          showQueue(input.agentId, [...queueOf(input.agentId), prompt])
          return ok({ answers: [], turnStarted: false, children: [], startedChildren: [], queued: true as const })
        }
        const result = submit(input.agentId, input.text)
        await submits.promise
        return ok(result)
      }),
      cancel: os.agents.cancel.handler(({ input }) => (note('agents.cancel', input), ok(true))),
      stop: os.agents.stop.handler(({ input }) => (note('agents.stop', input), ok(1))),
      retryNow: os.agents.retryNow.handler(({ input }) => (note('agents.retryNow', input), ok(true))),
      resume: os.agents.resume.handler(({ input }) => {
        note('agents.resume', input)
        return ok({ answers: [], turnStarted: true, children: [], startedChildren: [] })
      }),
      rewind: os.agents.rewind.handler(({ input }) => {
        note('agents.rewind', input)
        const data = { target_id: input.eventId + 1 }
        record({ agentId: input.agentId, turnId: null, kind: 'rewind', content: null, data })
        return ok(null)
      }),
      discard: os.agents.discard.handler(noted('agents.discard')),
      fork: os.agents.fork.handler(({ input }) => {
        note('agents.fork', input)
        if (input.prompt === '/refuse') return { ok: false as const, error: refused('That model is not known.') }
        return ok(fork(input.agentId, input.models))
      }),
      ask: os.agents.ask.handler(({ input }) => {
        note('agents.ask', input)
        submit(input.agentId, input.text)
        return ok(fork(input.agentId, input.models))
      }),
      transcript: os.agents.transcript.handler(({ input: { agentId, model } }) =>
        ok(previewTranscript(logs.get(agentId) ?? [], model, agents.get(agentId)?.choice ?? null)),
      ),
      rename: os.agents.rename.handler(({ input }) => {
        note('agents.rename', input)
        change(input.agentId, { name: input.name })
        return ok(null)
      }),
      context: os.agents.context.handler(({ input }) =>
        ok(previewLedger(input.agentId, logs.get(input.agentId) ?? [])),
      ),
      marks: os.agents.marks.handler(({ input }) => {
        note('agents.marks', input)
        return ok(agentMarks(input.agentId, logs.get(input.agentId) ?? []))
      }),
      systemPrompt: os.agents.systemPrompt.handler(({ input }) =>
        ok(previewLedger(input.agentId, logs.get(input.agentId) ?? []).system?.content ?? ''),
      ),
      options: os.agents.options.handler(({ input }) =>
        ok(previewOptions(replay(logs.get(input.agentId) ?? []).options)),
      ),
      setOptions: os.agents.setOptions.handler(({ input }) => {
        note('agents.setOptions', input)
        record({
          agentId: input.agentId,
          turnId: null,
          kind: 'options',
          content: null,
          data: { options: input.options },
        })
        return ok(previewOptions(input.options))
      }),
      setSystemPrompt: os.agents.setSystemPrompt.handler(({ input }) => {
        note('agents.setSystemPrompt', input)
        if (input.text === '/refuse') return { ok: false as const, error: refused('Wait until the turn has ended.') }
        record({ agentId: input.agentId, turnId: null, kind: 'system', content: input.text, data: null })
        return ok(null)
      }),
      folder: os.agents.folder.handler(({ input }) => ok(limits.folderOf(input.agentId))),
      setFolder: os.agents.setFolder.handler(({ input }) => {
        note('agents.setFolder', input)
        return limits.setFolder(input.agentId, input.folder)
      }),
      takeOver: os.agents.takeOver.handler(({ input: { agentId } }) => {
        note('agents.takeOver', { agentId })
        const agent = agents.get(agentId)
        if (agent === undefined) return ok([])
        const { otherHome: _former, ...taken } = agent
        return ok([put(taken)])
      }),
      setOutsideOption: os.agents.setOutsideOption.handler(noted('agents.setOutsideOption')),
      ...previewSandbox((id) => agents.get(id)?.parentId ?? null, note),
      ...previewBackground(change, note),
      ...previewArrangement(agents, put, note),
      setWakeOnMail: os.agents.setWakeOnMail.handler(({ input }) => {
        note('agents.setWakeOnMail', input)
        change(input.agentId, { wakeOnMail: input.wakes })
        return ok(null)
      }),
    },
    comparisons: {
      vote: os.comparisons.vote.handler(noted('comparisons.vote')),
      addMerge: os.comparisons.addMerge.handler(noted('comparisons.addMerge')),
      mergeBranch: os.comparisons.mergeBranch.handler(({ input }) => ok(previewMerge(input, note))),
    },
    races: previewRaces(log),
    reruns: {
      start: os.reruns.start.handler(({ input }) => {
        note('reruns.start', input)
        return ok(fork(input.agentId, input.model === undefined ? [] : [input.model])[0]?.id ?? '')
      }),
      resume: os.reruns.resume.handler(({ input }) => {
        note('reruns.resume', input)
        record({ agentId: input.rerunId, turnId: null, kind: 'rerun', content: null, data: { step: 'resumed' } })
        return ok(null)
      }),
      view: os.reruns.view.handler(({ input }) => previewRerun(input.rerunId, logs)),
    },
    evaluations: previewEvaluations(log),
    queue: previewQueue(queueOf, showQueue, note),
    log: {
      ...previewLogReads(agents, logs),
      export: os.log.export.handler(async function* ({ input }) {
        note('log.export', input)
        const agentIds = input.agentId === null ? [...logs.keys()] : [input.agentId]
        for (const event of agentIds.flatMap((id) => logs.get(id) ?? [])) yield ok(`${event.content ?? ''}\n`)
      }),
      ...previewImports({ note, newAgent: () => newAgent({ name: 'Imported' }).id }),
      ...previewSessions({ note, newAgent: () => newAgent({ name: 'One pixel' }).id }),
    },
    ...previewFiles(note),
    models: previewModels(note, world.models, keys),
    price: previewPrice({ note, agents, logs, models: world.models }),
    terminals: shells.router,
    ...previewOrders({ note, agents }),
    ...previewRoom(note, (health) => setStatus({ health })),
    recorder: previewRecorder(note),
    help: previewHelp(),
    redaction: previewRedaction(note),
    ...previewFolderFiles(note),
    approvals: {
      subscribe: os.approvals.subscribe.handler(async function* () {
        yield [{ type: 'snapshot' as const, pending: [...world.pending], rules: [...rules] }]
      }),
      answer: os.approvals.answer.handler(({ input }) => {
        note('approvals.answer', input)
        tellApprovals({ type: 'settled', id: input.approvalId, how: 'allowed' })
        return ok(null)
      }),
      addRule: os.approvals.addRule.handler(({ input }) => {
        note('approvals.addRule', input)
        changeRules([...rules, { ...input, id: crypto.randomUUID(), createdAt: Date.now() }])
        return ok(null)
      }),
      revoke: os.approvals.revoke.handler(({ input }) => {
        note('approvals.revoke', input)
        changeRules(rules.filter((rule) => rule.id !== input.ruleId))
        return ok(null)
      }),
    },
    budgets: {
      list: os.budgets.list.handler(() => ok(limits.budgets())),
      today: usage.today(note, world.config.maxCostPerDay),
      tree: os.budgets.tree.handler(({ input }) => ok({ rootId: input.agentId, counts: [], refused: [] })),
      set: os.budgets.set.handler(({ input }) => {
        note('budgets.set', input)
        limits.setBudget(input.agentId, input.budget)
        return ok(null)
      }),
    },
    usage: usage.router(note),
    ...previewReview(os, note, record),
    tools: {
      ...previewSignIn(note),
      list: os.tools.list.handler(() => ({ tools: [...world.tools.tools], servers: [...world.tools.servers] })),
      restartServer: os.tools.restartServer.handler(noted('tools.restartServer')),
    },
    ...previewSettings(world, keys, note),
  })

  const connection: EngineConnection = {
    client: createRouterClient(router),
    state: () => state,
    confirmWith: () => () => undefined,
    onStateChange(listener) {
      stateListeners.add(listener)
      return () => void stateListeners.delete(listener)
    },
    followEngine(onItems) {
      engineListeners.add(onItems)
      queueMicrotask(() => onItems([{ type: 'snapshot', agents: [...agents.values()], status: world.status }]))
      return () => void engineListeners.delete(onItems)
    },
    followApprovals(onItems) {
      approvalListeners.add(onItems)
      queueMicrotask(() => onItems([{ type: 'snapshot', pending: world.pending, rules }]))
      return () => void approvalListeners.delete(onItems)
    },
    followCodes: codes.follow,
    followTerminal: shells.follow,
    followAgent(agentId, onItems) {
      const listeners = agentListeners.get(agentId) ?? new Set()
      agentListeners.set(agentId, listeners.add(onItems))
      queueMicrotask(() => onItems([{ type: 'snapshot', view: snapshot(agentId) }]))
      return () => void listeners.delete(onItems)
    },
  }

  return {
    connection,
    setStatus,
    calls,
    record: (event) => void record(event),
    live: (agentId, event) => tell(agentId, { type: 'live', event }),
    change,
    spend: usage.spend,
    request: (approval) => tellApprovals({ type: 'requested', approval }),
    settle: (id, how) => tellApprovals({ type: 'settled', id, how }),
    showCodes: codes.show,
    setConnection(next) {
      state = next
      for (const listener of stateListeners) listener(next)
    },
    holdSubmits: () => void (submits = Promise.withResolvers()),
    releaseSubmits: () => submits.resolve(),
  }
}
