import type { AgentEvent, AgentEventOf, ModelData } from './agent-event.ts'
import { assertNever } from './assert-never.ts'
import { type ContextBase, EMPTY_BASE, type SystemPrompt } from './context-base.ts'
import {
  type ContextEdit,
  type AppliedEdit,
  type ContextSpan,
  isInherited,
  isRestored,
  isWrittenSummary,
  oldestSummaryAfter,
  positionOf,
  summarized,
  summarySpan,
} from './context-edits.ts'
import { eventHas } from './event-facts.ts'
import type { EventId } from './ids.ts'
import { withoutResult } from './left-out.ts'
import { poolName } from './model-pool.ts'
import { wireModelName } from './model-spec.ts'
import { changesPrefix, type ModelOptions, storedOptions } from './model-options.ts'
import { isProviderName } from './providers.ts'

/**
 * Replays an agent's events into its context: the events that a model may see (docs/behaviour/context.md#replay).
 * Incremental: appending an event takes constant time; only a clear, rewind or summary reads the existing items.
 * Deterministic: the same base and events give the same context.
 */
export class ContextReplay {
  #items: AgentEvent[]
  #marks = new Map<string, EventId>()
  readonly #markTimes = new Map<EventId, string>()
  #system: SystemPrompt | null
  #options: ModelOptions
  #lastId: EventId
  #placeId: EventId
  #prefixChangedAt: EventId | null
  #lastEdit: AppliedEdit | null = null
  #spans: readonly ContextSpan[] = []
  #keptWarm: AgentEventOf<'keep_warm'> | null = null
  /** The agent's own last model choice. */
  #chosen: ModelData | null = null

  /** `base`: the inherited context. Marks are never inherited; the system prompt and the options always are. */
  constructor(base: ContextBase = EMPTY_BASE) {
    this.#items = base.items.slice()
    this.#system = base.system
    this.#options = base.options
    this.#lastId = base.lastId
    this.#placeId = base.placeId
    this.#prefixChangedAt = base.prefixChangedAt
  }

  /**
   * The events that the model may see, oldest first. A live view: copy it if it must not change with the next `apply`.
   * It changes only by growing at its end; after a clear, a rewind or a summary, this is another list.
   */
  get items(): readonly AgentEvent[] {
    return this.#items
  }

  /** The current system prompt. */
  get system(): string | null {
    return this.#system?.content ?? null
  }

  /** The event that set the current system prompt. */
  get systemEventId(): EventId | null {
    return this.#system?.eventId ?? null
  }

  /** The agent's current options. */
  get options(): ModelOptions {
    return this.#options
  }

  /** Mark names with the ids of their events, in the order in which they were set. */
  get marks(): ReadonlyMap<string, EventId> {
    return this.#marks
  }

  /** When a mark of this context was set, ISO 8601. */
  markTime(eventId: EventId): string {
    return this.#markTimes.get(eventId) ?? ''
  }

  /** The newest applied event, whether in the context or not. 0: none. */
  get lastId(): EventId {
    return this.#lastId
  }

  /**
   * The last applied event that a fork of this context inherits something from, so that all forks of one place name the
   * same event. 0: there is none.
   */
  get placeId(): EventId {
    return this.#placeId
  }

  /** The agent's own operation that `/clear --undo` would undo; null: there is none. */
  get lastEdit(): ContextEdit | null {
    return this.#lastEdit?.event ?? null
  }

  /**
   * The operations in force, oldest first. An operation that was undone has none, nor has a summary whose events a
   * rewind restored.
   */
  get spans(): readonly ContextSpan[] {
    return this.#spans
  }

  /**
   * The last event that changed something before itself. Thinking recorded up to it is invalid for models that bind
   * thinking to its prefix.
   */
  get prefixChangedAt(): EventId | null {
    return this.#prefixChangedAt
  }

  /** The last request that kept the agent's cache entry warm. It changes nothing in the context. Never inherited. */
  get keptWarm(): AgentEventOf<'keep_warm'> | null {
    return this.#keptWarm
  }

  apply(event: AgentEvent): void {
    if (event.id <= this.#lastId) return
    this.#lastId = event.id
    if (isInherited(event)) this.#placeId = event.id
    if (event.tombstone !== undefined) this.#prefixChanged(event.tombstone.event)
    if (eventHas(event, 'context', 'none')) return
    if (eventHas(event, 'context', 'item')) {
      this.#items.push(event.kind === 'assistant' ? askedFor(event, this.#chosen) : event)
      return
    }
    switch (event.kind) {
      case 'model':
        this.#chosen = event.data
        return
      case 'system':
        this.#system = { eventId: event.id, content: event.content }
        this.#prefixChanged(event.id)
        return
      case 'options':
        this.#setOptions(event)
        return
      case 'keep_warm':
        this.#keptWarm = event
        return
      case 'mark':
        this.#setMark(event.data.name, event.id)
        this.#markTimes.set(event.id, event.createdAt)
        return
      case 'clear':
        this.#edit({ event, fromId: 0, toId: event.id - 1 }, [], [])
        this.#prefixChanged(event.id)
        return
      case 'rewind':
        if (event.data.undoes !== undefined) this.#undo(event)
        else if (event.data.discards === true) this.#discard(event)
        else if (event.data.leaves_out === true) this.#leaveOut(event)
        else this.#rewind(event)
        return
      case 'summary':
        if (!isWrittenSummary(event)) return
        this.#edit(summarySpan(event), summarized(this.#items, event), this.#marks)
        this.#prefixChanged(event.id)
        return
      default:
        assertNever(event)
    }
  }

  /** Returns the inherited context of a child that is forked now; `fromId`: only the items after that event. */
  base(fromId: EventId | null = null): ContextBase {
    const items = fromId === null ? this.#items.slice() : this.#items.filter((item) => positionOf(item) > fromId)
    const prefixChangedAt = fromId === null ? this.#prefixChangedAt : Math.max(this.#prefixChangedAt ?? 0, this.#lastId)
    const { lastId, placeId } = this
    return { items, system: this.#system, options: this.#options, lastId, placeId, prefixChangedAt }
  }

  /** A redaction is newer than the events that follow its tombstone. */
  #prefixChanged(id: EventId): void {
    this.#prefixChangedAt = Math.max(this.#prefixChangedAt ?? 0, id)
  }

  #setOptions({ id, data }: AgentEventOf<'options'>): void {
    const options = storedOptions(data.options)
    if (changesPrefix(this.#options, options)) this.#prefixChanged(id)
    this.#options = options
  }

  #setMark(name: string, id: EventId): void {
    this.#marks.delete(name)
    this.#marks.set(name, id)
  }

  #edit(span: ContextSpan, items: AgentEvent[], marks: Iterable<readonly [string, EventId]>): void {
    const before = { items: this.#items, marks: this.#marks, spans: this.#spans, before: this.#lastEdit }
    this.#lastEdit = { event: span.event, ...before }
    this.#spans = [...this.#spans, span]
    this.#items = items
    this.#marks = new Map(marks)
  }

  /**
   * Removes everything from the target on; a mark at the target itself stays and can be used again. Events that were
   * summarised after the target are restored, so that the context is what it was then. The items that stay keep
   * everything before them unchanged, so a rewind does not count as an edit.
   */
  #rewind(event: AgentEventOf<'rewind'>): void {
    const target = event.data.target_id
    const summary = oldestSummaryAfter(this.#lastEdit, target)
    const kept = (summary?.items ?? this.#items).filter((item) => positionOf(item) < target)
    const marks = [...this.#marks].filter(([, id]) => id <= target)
    // A mark at the target stays; only other events are removed from the target on.
    const fromId = this.#markTimes.has(target) ? target + 1 : target
    this.#edit({ event, fromId, toId: event.id - 1 }, kept, marks)
    if (summary !== null) this.#spans = this.#spans.filter((span) => !isRestored(span, summary.event.id))
  }

  /** Removes a cut-off answer; what can be undone stays the same. */
  #discard(event: AgentEventOf<'rewind'>): void {
    const fromId = event.data.target_id
    this.#items = this.#items.filter((item) => positionOf(item) < fromId)
    this.#spans = [...this.#spans, { event, fromId, toId: event.id - 1 }]
  }

  /** Replaces a result, or the files of a prompt, by a note. */
  #leaveOut(event: AgentEventOf<'rewind'>): void {
    const target = event.data.target_id
    const items = this.#items.map((item) => (item.id === target ? withoutResult(item) : item))
    this.#edit({ event, fromId: target, toId: target }, items, this.#marks)
    this.#prefixChanged(event.id)
  }

  /** Undoes an operation as if it had not happened: what it removed is restored, and later items stay. */
  #undo({ id, data: { undoes: editId = 0 } }: AgentEventOf<'rewind'>): void {
    this.#prefixChanged(id)
    const edit = this.#lastEdit
    if (edit?.event.id !== editId) return
    const since = this.#items.filter((item) => item.id > editId)
    const marksSince = [...this.#marks].filter(([, id]) => id > editId)
    this.#items = [...edit.items, ...since]
    this.#marks = new Map(edit.marks)
    this.#spans = [...edit.spans, ...this.#spans.filter(({ event }) => event.id > editId && isDiscard(event))]
    for (const [name, id] of marksSince) this.#setMark(name, id)
    this.#lastEdit = edit.before
  }
}

function isDiscard(event: ContextEdit): boolean {
  return event.kind === 'rewind' && event.data.discards === true
}

/** Replays events that need no base: all of an agent's history, or its last part. */
export function replay(events: readonly AgentEvent[]): ContextReplay {
  const context = new ContextReplay()
  for (const event of events) context.apply(event)
  return context
}

/**
 * Adds the requested model to older rows, which do not contain it: it was the agent's model choice. Left out where it
 * cannot be determined: for a member of a pool, and for a choice inherited from the parent.
 */
function askedFor(event: AgentEventOf<'assistant'>, chosen: ModelData | null): AgentEventOf<'assistant'> {
  const { provider = '', requested_model: requested } = event.data
  if (requested !== undefined || chosen?.provider !== provider || !isProviderName(provider)) return event
  if (poolName(chosen.model) !== null) return event
  const asked = wireModelName({ provider, model: chosen.model })
  return { ...event, data: { ...event.data, requested_model: asked } }
}
