import type { OwnedConnection } from '../../src/renderer/connection/connect.ts'
import type { AgentEvent } from '../../src/shared/agent-event.ts'
import { type AgentFeedItem, emptyAgentView, reduceAgentView } from '../../src/shared/agent-view.ts'

/** What a turn without tools may end with in the log. */
export const ENDINGS: ReadonlySet<string> = new Set(['assistant', 'interrupted', 'error'])

interface Arrival {
  readonly at: number
  readonly text: string
}

/** What a window was told of one agent, and when. */
export class WatchedAgent {
  readonly agentId: string
  /** Recorded events that were shown: they were acknowledged. */
  readonly acknowledged = new Map<number, AgentEvent>()
  readonly #onProgress: () => void
  #view
  /** Text of the running response. */
  #arrivals: Arrival[] = []
  readonly stop: () => void

  constructor(connection: OwnedConnection, agentId: string, onProgress: () => void) {
    this.agentId = agentId
    this.#onProgress = onProgress
    this.#view = emptyAgentView(agentId)
    this.stop = connection.followAgent(agentId, (items) => items.forEach((item) => this.#take(item)))
  }

  get words(): number {
    return this.textBefore(Infinity).split(' ').length - 1
  }

  get turnId(): string | null {
    return this.#view.turn?.turnId ?? null
  }

  /** No turn runs, and every prompt of its own that was shown has been answered. */
  get isSettled(): boolean {
    // A fork in the middle of its parent's turn inherits the prompt and not the answer.
    const events = [...this.acknowledged.values()].filter(({ agentId }) => agentId === this.agentId)
    const ended = new Set(events.flatMap(({ kind, turnId }) => (ENDINGS.has(kind) ? [turnId] : [])))
    return (
      this.turnId === null &&
      events.every(({ kind, turnId }) => kind !== 'user' || turnId === null || ended.has(turnId))
    )
  }

  /** Text of the response that runs, as it was shown at that time (performance.now()). */
  textBefore(time: number): string {
    return this.#arrivals.flatMap(({ at, text }) => (at <= time ? [text] : [])).join('')
  }

  #take(item: AgentFeedItem): void {
    const turn = this.#view.turn?.turnId
    this.#view = reduceAgentView(this.#view, item)
    if (this.#view.turn?.turnId !== turn) this.#arrivals = []
    const recorded = item.type === 'recorded' ? [item.event] : item.type === 'live' ? [] : this.#view.events
    for (const event of recorded) this.acknowledged.set(event.id, event)
    if (recorded.some(({ kind }) => kind === 'assistant' || kind === 'interrupted')) this.#arrivals = []
    if (item.type === 'snapshot' || item.type === 'resumed') this.#arrivals = this.#shown()
    if (item.type === 'live' && item.event.type === 'text_delta') {
      this.#arrivals.push({ at: performance.now(), text: item.event.text })
    }
    this.#onProgress()
  }

  #shown(): Arrival[] {
    const text = (this.#view.turn?.blocks ?? []).map((block) => (block.type === 'text' ? block.text : '')).join('')
    return text === '' ? [] : [{ at: performance.now(), text }]
  }
}
