import type { Clock } from '../../src/main/core/ports/system-ports.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import type { Store } from '../../src/main/core/ports/log-ports.ts'
import type { AgentEvent } from '../../src/shared/agent-event.ts'
import { mapOk } from '../../src/shared/result.ts'

/** A clock that only the script moves. */
export class ScriptClock implements Clock {
  #now = Date.parse('2026-11-16T09:00:00Z')
  readonly #waits: boolean

  /** `waits`: whether a sleep lasts until its signal aborts; otherwise it is over at once. */
  constructor(waits: boolean) {
    this.#waits = waits
  }

  now(): number {
    return this.#now
  }

  sleep(_ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#waits || signal.aborted) return Promise.resolve()
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  }

  advance(ms: number): void {
    this.#now += ms
  }
}

/**
 * Returns the storage with events dated by that clock instead of the database's. `dates`: the times by event, which
 * several engines on a database must share.
 */
export function datedBy(clock: Clock, storage: Storage, dates = new Map<number, string>()): Storage {
  const dated = <Event extends AgentEvent>(event: Event): Event => {
    const createdAt = dates.get(event.id) ?? new Date(clock.now()).toISOString()
    dates.set(event.id, createdAt)
    return { ...event, createdAt }
  }
  const { store } = storage
  const datedStore: Store = {
    agents: () => store.agents(),
    onRemoteCommit: (listener) =>
      store.onRemoteCommit(({ events, agents }) => listener({ agents, events: events.map(dated) })),
    commit: async (change) =>
      mapOk(await store.commit(change), ({ events, agents }) => ({ agents, events: events.map(dated) })),
    events: async (range) => mapOk(await store.events(range), (events) => events.map(dated)),
  }
  return { ...storage, store: datedStore }
}
