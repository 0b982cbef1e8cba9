import { resolve } from 'node:path'

import type { PromptRequest, PromptResponse, SessionUpdate, StopReason } from '@agentclientprotocol/sdk/unstable'

import type { AgentEvent, AgentEventOf } from '../../../shared/agent-event.ts'
import { recordedOutcome } from '../../../shared/answer-end.ts'
import type { AgentFeedItem } from '../../../shared/agent-view.ts'
import { replay } from '../../../shared/context-replay.ts'
import type { ErrorCategory } from '../../../shared/app-error.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import { whoseFile } from '../../../shared/file-changes.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import type { LiveEvent, TurnOutcome } from '../../../shared/stream-event.ts'
import type { FinishReason } from '../../../shared/usage.ts'
import type { Engine } from '../../core/engine.ts'
import { readPrompt } from './read-prompt.ts'
import { SessionUpdates } from './session-updates.ts'
import { changeDiffs } from './shown-call.ts'

/** A prompt of the editor and how its turn goes. */
interface OpenPrompt {
  readonly ended: PromiseWithResolvers<TurnOutcome>
  /** The event of the prompt itself, which the editor shows already, was recorded. */
  isRecorded: boolean
  hasStarted: boolean
  isCancelled: boolean
  finish: FinishReason | null
  /** How the newest recorded event says that the turn ended; null: it does not. */
  recorded: TurnOutcome | null
  /** The message of the last failure. */
  problem: string
  /** The category of the last failure; null: there was none. */
  category: ErrorCategory | null
}

const PAGE = 500
/** Most files of one call whose changes are shown. */
const MAX_FILES = 20

/** One agent as a session of an editor: its events become updates, and prompts become turns. */
export class AcpSession {
  readonly folder: string
  readonly #engine: Engine
  readonly #agentId: AgentId
  readonly #sendToEditor: (update: SessionUpdate) => Promise<void>
  readonly #stop = new AbortController()
  readonly #updates: SessionUpdates
  #lastEventId: EventId = 0
  #prompt: OpenPrompt | null = null
  /** The newest cancelling. The engine refuses prompts while it stops an agent. */
  #stopping: Promise<unknown> = Promise.resolve()

  /** `folder`: the agent's, absolute, symlinks resolved. `send` sends an update to the editor. */
  constructor(engine: Engine, agentId: AgentId, folder: string, send: (update: SessionUpdate) => Promise<void>) {
    this.#engine = engine
    this.#agentId = agentId
    this.folder = folder
    this.#sendToEditor = send
    this.#updates = new SessionUpdates(folder)
  }

  /** Sends everything in the agent's context, in order. */
  async replay(): Promise<Result<null>> {
    const path = await this.#path()
    if (!path.ok) return path
    for (const event of replay(path.value).items) await this.#send(this.#updates.recorded(event))
    this.#lastEventId = path.value.findLast((event) => event.agentId === this.#agentId)?.id ?? 0
    return ok(null)
  }

  /** Begins to follow the agent. Resolves when no event can be missed any more. */
  async follow(): Promise<void> {
    const engine = this.#engine
    const agentId = this.#agentId
    const request = { agentId, afterId: this.#lastEventId }
    const feed = engine.agents.subscribe(request, this.#stop.signal)[Symbol.asyncIterator]()
    const first = await feed.next()
    if (first.done === true) return
    const [begins, ...rest] = first.value
    if (begins?.type === 'snapshot') this.#lastEventId = begins.view.lastEventId
    else if (begins !== undefined) await this.#item(begins)
    for (const item of rest) await this.#item(item)
    void this.#followRest(feed)
  }

  /** Runs one turn. REFUSED if the prompt cannot be read, or another one is being answered. */
  async prompt(blocks: PromptRequest['prompt'], signal: AbortSignal): Promise<Result<PromptResponse>> {
    const engine = this.#engine
    const agentId = this.#agentId
    if (this.#prompt !== null) return refuse('The agent is still answering. Wait, or cancel it first.')
    const running = newPrompt()
    this.#prompt = running
    const cancel = (): void => void this.cancel()
    signal.addEventListener('abort', cancel)
    try {
      const read = await readPrompt(blocks, { engine, agentId, folder: this.folder })
      if (!read.ok) return read
      await this.#stopping
      if (running.isCancelled) return ok({ stopReason: 'cancelled' })
      const submitted = await engine.agents.submit({ agentId, ...read.value })
      if (!submitted.ok) return running.isCancelled ? ok({ stopReason: 'cancelled' }) : submitted
      const { answers, turnStarted, clientAction, queuedAt } = submitted.value
      const said = [
        ...answers,
        ...(clientAction === 'edit_system' ? ['Edit the system prompt in the window.'] : []),
        ...(queuedAt === undefined ? [] : [`The prompt waits until a user of ${queuedAt} sends it.`]),
      ]
      for (const text of said) {
        await this.#send([{ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }])
      }
      if (!turnStarted) return ok({ stopReason: 'end_turn' })
      // Cancelled before the turn had started.
      if (running.isCancelled) void this.cancel()
      const outcome = await running.ended.promise
      if (running.category === 'RATE_LIMIT') await this.#sayReset()
      return promptResult(outcome, running)
    } finally {
      signal.removeEventListener('abort', cancel)
      this.#prompt = null
    }
  }

  /** Says when the limit that stopped the turn resets, and whether the agent goes on then, where the provider named a time. */
  async #sayReset(): Promise<void> {
    const state = await this.#engine.limitReturn.get({ agentId: this.#agentId })
    if (!state.ok || state.value.resetsAt === null) return
    const { resetsAt, isOn, problem } = state.value
    const next = isOn && problem === null ? 'The agent goes on then.' : 'Send the prompt again then.'
    const text = `The limit resets at ${new Date(resetsAt).toISOString()}. ${next}`
    await this.#send([{ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }])
  }

  /** Stops what runs in the agent and below it. */
  async cancel(): Promise<void> {
    if (this.#prompt !== null) this.#prompt.isCancelled = true
    this.#stopping = this.#engine.agents.stop({ agentId: this.#agentId })
    await this.#stopping
  }

  /** Ends the updates; what runs goes on. */
  close(): void {
    this.#stop.abort()
  }

  /** All events of the agent's path, oldest first. */
  async #path(): Promise<Result<readonly AgentEvent[]>> {
    const engine = this.#engine
    const agentId = this.#agentId
    const pages: (readonly AgentEvent[])[] = []
    for (let beforeId = Number.MAX_SAFE_INTEGER; ;) {
      const page = await engine.agents.history({ agentId, beforeId, limit: PAGE })
      if (!page.ok) return page
      pages.unshift(page.value.events)
      const oldest = page.value.events[0]
      if (!page.value.hasOlder || oldest === undefined) return ok(pages.flat())
      beforeId = oldest.id
    }
  }

  async #followRest(feed: AsyncIterator<readonly AgentFeedItem[]>): Promise<void> {
    for (let next = await feed.next(); next.done !== true; next = await feed.next()) {
      for (const item of next.value) await this.#item(item)
    }
    this.#prompt?.ended.resolve('cancelled')
  }

  async #item(item: AgentFeedItem): Promise<void> {
    if (item.type === 'live') return this.#live(item.event)
    if (item.type === 'recorded') return this.#recorded(item.event)
    if (item.type === 'queue') return
    const events = item.type === 'snapshot' ? item.view.events : item.events
    const own = events.filter((event) => event.agentId === this.#agentId && event.id > this.#lastEventId)
    for (const event of own) await this.#recorded(event)
    // The feed fell behind: whether the turn has ended is in the snapshot only.
    const turn = item.type === 'snapshot' ? item.view.turn : item.turn
    if (turn === null && this.#prompt?.hasStarted === true) {
      this.#prompt.ended.resolve(this.#prompt.recorded ?? 'failed')
    }
  }

  async #live(event: LiveEvent): Promise<void> {
    const running = this.#prompt
    if (running !== null) noticeTurn(running, event)
    await this.#send(this.#updates.live(event))
    if (event.type === 'turn_ended' && running?.hasStarted === true) running.ended.resolve(event.outcome)
  }

  async #recorded(event: AgentEvent): Promise<void> {
    this.#lastEventId = Math.max(this.#lastEventId, event.id)
    const running = this.#prompt
    if (event.kind === 'user' && running !== null && !running.isRecorded) {
      running.isRecorded = true
      return
    }
    if (running !== null) running.recorded = recordedOutcome(event) ?? running.recorded
    if (event.kind === 'error' && running !== null) {
      running.problem = event.content ?? running.problem
      running.category = event.data.category
    }
    if (event.kind === 'checkpoint') return this.#changes(event)
    await this.#send(this.#updates.recorded(event))
  }

  /** Shows what a call changed in files for certain. */
  async #changes({ data }: AgentEventOf<'checkpoint'>): Promise<void> {
    const { tool_call_id: callId, folder } = data
    const files = data.files.filter(({ path }) => whoseFile(data, path) === 'own')
    if (callId === undefined) return
    const engine = this.#engine
    const agentId = this.#agentId
    const content = []
    const locations = []
    for (const { path } of files.slice(0, MAX_FILES)) {
      const change = await engine.changes.file({ agentId, scope: { type: 'call', callId }, path })
      if (!change.ok) continue
      const file = resolve(folder, path)
      content.push(...changeDiffs(file, change.value))
      locations.push({ path: file })
    }
    await this.#send(this.#updates.changed(callId, content, locations))
  }

  async #send(updates: readonly SessionUpdate[]): Promise<void> {
    for (const update of updates) await this.#sendToEditor(update)
  }
}

function newPrompt(): OpenPrompt {
  const ended = Promise.withResolvers<TurnOutcome>()
  return {
    ended,
    isRecorded: false,
    hasStarted: false,
    isCancelled: false,
    finish: null,
    recorded: null,
    problem: '',
    category: null,
  }
}

function noticeTurn(running: OpenPrompt, event: LiveEvent): void {
  if (event.type === 'turn_started') running.hasStarted = true
  if (event.type === 'start') running.finish = null
  if (event.type === 'done') running.finish = event.finishReason
  if (event.type === 'error') {
    running.problem = event.error.message
    running.category = event.error.category
  }
}

/** Returns how the turn ended, in the words of the protocol; a failure is an error. */
function promptResult(
  outcome: TurnOutcome,
  { isCancelled, finish, category, problem }: OpenPrompt,
): Result<PromptResponse> {
  if (outcome === 'cancelled' || isCancelled) return ok({ stopReason: 'cancelled' })
  if (outcome === 'completed') return ok({ stopReason: 'end_turn' })
  if (category === 'TOOL_ROUNDS') return ok({ stopReason: 'max_turn_requests' })
  const stopReason = STOP_REASONS.get(finish)
  if (stopReason !== undefined) return ok({ stopReason })
  return refuse(problem === '' ? 'The turn failed. `ikigai log` shows why.' : problem)
}

/** Ends that are no success but have a name in the protocol. Any other failure is an error. */
const STOP_REASONS: ReadonlyMap<FinishReason | null, StopReason> = new Map<FinishReason | null, StopReason>([
  ['LENGTH', 'max_tokens'],
  ['CONTENT_FILTER', 'refusal'],
])
