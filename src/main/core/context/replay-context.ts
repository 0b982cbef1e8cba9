import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { EventId } from '../../../shared/ids.ts'

/**
 * Replays an agent's events into its context: what a model may see (decisions.md § 6). Incremental: an appended event
 * costs the same whatever the length; only an explicit act (clear, rewind, summary) looks at what is there.
 * Pure in effect: the same base and events give the same context.
 */
export class ContextReplay {
  #items: AgentEvent[]
  #marks = new Map<string, EventId>()
  #system: string | null
  #lastId: EventId
  #lastEdit: EventId | null

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
    return this.#system
  }

  /** Names and the ids of the mark events, in the order in which they were set. */
  get marks(): ReadonlyMap<string, EventId> {
    return this.#marks
  }

  /** The newest event that was applied, context or not. 0: none. */
  get lastId(): EventId {
    return this.#lastId
  }

  /** The last event that changed something before itself; thinking that is bound to its prefix is invalid from there on. */
  get lastEdit(): EventId | null {
    return this.#lastEdit
  }

  apply(event: AgentEvent): void {
    if (event.id <= this.#lastId) return
    this.#lastId = event.id
    switch (event.kind) {
      case 'user':
      case 'assistant':
      case 'tool_call':
      case 'tool_result':
      case 'interrupted':
      case 'mail':
        this.#items.push(event)
        return
      case 'system':
        this.#system = event.content
        this.#lastEdit = event.id
        return
      case 'mark':
        this.#marks.delete(event.data.name)
        this.#marks.set(event.data.name, event.id)
        return
      case 'clear':
        this.#items = []
        this.#marks.clear()
        this.#lastEdit = event.id
        return
      case 'rewind':
        this.#rewind(event.data.target_id)
        this.#lastEdit = event.id
        return
      case 'summary':
        this.#items = this.#items.filter((item) => item.id < event.data.from_id || item.id > event.data.to_id)
        this.#items.push(event)
        this.#lastEdit = event.id
        return
      default:
      // Facts about the agent that no model is shown: command, fork, model, error, agent_killed.
    }
  }

  /** What a child that is forked now is born with; `fromId`: only what follows that event. */
  base(fromId: EventId | null = null): ContextBase {
    const items = fromId === null ? this.#items.slice() : this.#items.filter((item) => item.id > fromId)
    const lastEdit = fromId === null ? this.#lastEdit : this.#lastId
    return { items, system: this.#system, lastId: this.#lastId, lastEdit }
  }

  /** Everything from `target` on leaves the context; a mark at `target` itself stays and can be used again. */
  #rewind(target: EventId): void {
    this.#items = this.#items.filter((item) => item.id < target)
    for (const [name, id] of this.#marks) if (id > target) this.#marks.delete(name)
  }
}

/** A context to begin from. */
export interface ContextBase {
  readonly items: readonly AgentEvent[]
  readonly system: string | null
  readonly lastId: EventId
  readonly lastEdit: EventId | null
}

export const EMPTY_BASE: ContextBase = { items: [], system: null, lastId: 0, lastEdit: null }
