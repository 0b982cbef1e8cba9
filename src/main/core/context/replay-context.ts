import type { AgentEvent, AgentEventOf, ModelData } from '../../../shared/agent-event.ts'
import type { EventId } from '../../../shared/ids.ts'
import { poolName } from '../../../shared/model-pool.ts'
import { wireModelName } from '../../../shared/model-spec.ts'
import { isProviderName } from '../../../shared/providers.ts'
import { type ActEvent, type ContextAct, oldestSummaryAfter, positionOf } from './context-act.ts'

/**
 * Replays an agent's events into its context: what a model may see (docs/behaviour/context.md#replay). Incremental: an
 * appended event costs the same whatever the length; only an explicit act (clear, rewind, summary) looks at what is
 * there. Pure in effect: the same base and events give the same context.
 */
export class ContextReplay {
  #items: AgentEvent[]
  #marks = new Map<string, EventId>()
  readonly #markTimes = new Map<EventId, string>()
  #system: SystemPrompt | null
  #lastId: EventId
  #lastEdit: EventId | null
  #lastAct: ContextAct | null = null
  /** The agent's own last choice of a model. */
  #chosen: ModelData | null = null

  /** `base`: what the agent was born with. Marks are never inherited; the system prompt always is. */
  constructor(base: ContextBase = EMPTY_BASE) {
    this.#items = base.items.slice()
    this.#system = base.system
    this.#lastId = base.lastId
    this.#lastEdit = base.lastEdit
  }

  /** Events that the model may see, oldest first. A view: copy it before the next `apply` if it must not change. */
  get items(): readonly AgentEvent[] {
    return this.#items
  }

  /** The system prompt in force. */
  get system(): string | null {
    return this.#system?.content ?? null
  }

  /** The event that set the system prompt in force. */
  get systemEventId(): EventId | null {
    return this.#system?.eventId ?? null
  }

  /** Names and the ids of the mark events, in the order in which they were set. */
  get marks(): ReadonlyMap<string, EventId> {
    return this.#marks
  }

  /** When a mark of this context was set, ISO 8601. */
  markTime(eventId: EventId): string {
    return this.#markTimes.get(eventId) ?? ''
  }

  /** The newest event that was applied, context or not. 0: none. */
  get lastId(): EventId {
    return this.#lastId
  }

  /** The agent's own act that `/clear --undo` would undo; null: there is none. */
  get lastAct(): ActEvent | null {
    return this.#lastAct?.event ?? null
  }

  /** The last event that changed something before itself; thinking that is bound to its prefix is invalid from there on. */
  get lastEdit(): EventId | null {
    return this.#lastEdit
  }

  apply(event: AgentEvent): void {
    if (event.id <= this.#lastId) return
    this.#lastId = event.id
    switch (event.kind) {
      case 'model':
        this.#chosen = event.data
        return
      case 'assistant':
        this.#items.push(askedFor(event, this.#chosen))
        return
      case 'user':
      case 'tool_call':
      case 'tool_result':
      case 'interrupted':
      case 'mail':
        this.#items.push(event)
        return
      case 'system':
        this.#system = { eventId: event.id, content: event.content }
        this.#lastEdit = event.id
        return
      case 'mark':
        this.#setMark(event.data.name, event.id)
        this.#markTimes.set(event.id, event.createdAt)
        return
      case 'clear':
        this.#act(event, [], [])
        this.#lastEdit = event.id
        return
      case 'rewind':
        if (event.data.undoes === undefined) this.#rewind(event)
        else this.#undo(event)
        return
      case 'summary':
        this.#act(event, summarized(this.#items, event), this.#marks)
        this.#lastEdit = event.id
        return
      default:
      // Facts about the agent that no model is shown: command, fork, error, agent_killed.
    }
  }

  /** What a child that is forked now is born with; `fromId`: only what follows that event. */
  base(fromId: EventId | null = null): ContextBase {
    const items = fromId === null ? this.#items.slice() : this.#items.filter((item) => positionOf(item) > fromId)
    const lastEdit = fromId === null ? this.#lastEdit : this.#lastId
    return { items, system: this.#system, lastId: this.#lastId, lastEdit }
  }

  #setMark(name: string, id: EventId): void {
    this.#marks.delete(name)
    this.#marks.set(name, id)
  }

  #act(event: ActEvent, items: AgentEvent[], marks: Iterable<readonly [string, EventId]>): void {
    this.#lastAct = { event, items: this.#items, marks: this.#marks, before: this.#lastAct }
    this.#items = items
    this.#marks = new Map(marks)
  }

  /**
   * Everything from the target on leaves the context; a mark at the target itself stays and can be used again. What was
   * summarised after the target comes back: the context is what it was then. Nothing in front of what stays has changed,
   * so it is no edit.
   */
  #rewind(event: AgentEventOf<'rewind'>): void {
    const target = event.data.target_id
    const items = oldestSummaryAfter(this.#lastAct, target)?.items ?? this.#items
    const kept = items.filter((item) => positionOf(item) < target)
    const marks = [...this.#marks].filter(([, id]) => id <= target)
    this.#act(event, kept, marks)
  }

  /** The context is as if the act had never been: what it took away comes back, and what was added since stays. */
  #undo({ id, data: { undoes: actId = 0 } }: AgentEventOf<'rewind'>): void {
    this.#lastEdit = id
    const act = this.#lastAct
    if (act?.event.id !== actId) return
    const since = this.#items.filter((item) => item.id > actId)
    const marksSince = [...this.#marks].filter(([, id]) => id > actId)
    this.#items = [...act.items, ...since]
    this.#marks = new Map(act.marks)
    for (const [name, id] of marksSince) this.#setMark(name, id)
    this.#lastAct = act.before
  }
}

/**
 * Older rows do not say which model was asked: it was the one that the agent had chosen. Which member of a pool was asked
 * is not known, nor what a child was born with.
 */
function askedFor(event: AgentEventOf<'assistant'>, chosen: ModelData | null): AgentEventOf<'assistant'> {
  const { provider = '', requested_model: requested } = event.data
  if (requested !== undefined || chosen?.provider !== provider || !isProviderName(provider)) return event
  if (poolName(chosen.model) !== null) return event
  const asked = wireModelName({ provider, model: chosen.model })
  return { ...event, data: { ...event.data, requested_model: asked } }
}

/** The items with the summary in the place of those that it stands for. */
function summarized(items: readonly AgentEvent[], summary: AgentEventOf<'summary'>): AgentEvent[] {
  const { from_id: from, to_id: to } = summary.data
  const before = items.filter((item) => positionOf(item) < from)
  // Of a range that begins behind its end (there is nothing in it) no event may come twice.
  const after = items.filter((item) => positionOf(item) > to && positionOf(item) >= from)
  return [...before, summary, ...after]
}

interface SystemPrompt {
  readonly eventId: EventId
  readonly content: string | null
}

/** A context to begin from. */
export interface ContextBase {
  readonly items: readonly AgentEvent[]
  readonly system: SystemPrompt | null
  readonly lastId: EventId
  readonly lastEdit: EventId | null
}

export const EMPTY_BASE: ContextBase = { items: [], system: null, lastId: 0, lastEdit: null }
