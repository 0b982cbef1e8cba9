import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { TurnMirror } from './turn-mirror.ts'
import type { TurnServices } from './turn-services.ts'

/** Interval between checks while turns run in other engines, ms. */
const LOOK_MS = 1_000

/**
 * Shows turns that other engines on the database run. Such a turn begins with a commit, which this engine receives; it
 * has ended when its lease is free, which is checked once a second. A crash also frees the lease. Meanwhile subscribers
 * get what it streams.
 */
export class RunningElsewhere {
  readonly #services: TurnServices
  readonly #mirror: TurnMirror
  readonly #closing = new AbortController()
  #isWatching = false
  /** Whether to check again without a pause, because something was committed during the last check. */
  #isAsked = false
  #isAny = false

  constructor(services: TurnServices) {
    this.#services = services
    this.#mirror = new TurnMirror((places) => services.journal.read(places), services.hub, services.clock)
  }

  /** Must be called for every commit of another engine, before it is published. */
  onCommit(events: readonly AgentEvent[]): void {
    this.#mirror.onCommit(events)
    this.look()
  }

  /** Checks now, and as long as any turn runs elsewhere. */
  look(): void {
    this.#isAsked = true
    if (!this.#isWatching) void this.#watch()
  }

  close(): void {
    this.#closing.abort()
    this.#mirror.close()
  }

  async #watch(): Promise<void> {
    const { signal } = this.#closing
    this.#isWatching = true
    while (!signal.aborted && (this.#isAsked || this.#isAny)) {
      if (!this.#isAsked) await this.#services.clock.sleep(LOOK_MS, signal)
      if (signal.aborted) break
      this.#isAsked = false
      await this.#check()
    }
    this.#isWatching = false
  }

  /** Without an answer of the database, what was shown before stays. */
  async #check(): Promise<void> {
    const running = await this.#services.peers.runningElsewhere(null)
    if (!running.ok) return
    this.#isAny = running.value.length > 0
    const agentIds = new Set<AgentId>(running.value)
    this.#services.registry.setElsewhere(agentIds)
    this.#mirror.follow(agentIds)
  }
}
