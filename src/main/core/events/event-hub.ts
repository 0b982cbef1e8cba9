import type { AgentEvent } from '../../../shared/agent-event.ts'
import { emptyAgentView, reduceAgentView, type TurnView } from '../../../shared/agent-view.ts'
import type { FlightRecorder } from '../../../shared/flight-recorder.ts'
import type { AgentId, TurnId } from '../../../shared/ids.ts'
import type { PromptQueue } from '../../../shared/prompt-queue.ts'
import { errorMessage, refuse, type Result } from '../../../shared/result.ts'
import type { LiveEvent } from '../../../shared/stream-event.ts'
import type { Change, Committed, Store } from '../ports/log-ports.ts'
import type { AgentFeed } from './agent-feed.ts'
import { MergedEvents } from './merged-events.ts'

/** What the engine holds in memory, and cannot read again, may be wrong after this exception. */
export class UntrustedState extends Error {
  constructor(cause: unknown) {
    super(errorMessage(cause), { cause })
    this.name = 'UntrustedState'
  }
}

/** Writes to the log. */
export interface EventRecorder {
  /**
   * Commits and publishes a change. Changes that affect the same agent are committed and published in order; a kill is
   * ordered after all earlier and before all later changes.
   */
  record(change: Change): Promise<Result<Committed>>
}

/**
 * Publishes events. `record` writes to the log first and then informs the subscribers; `live` only informs the
 * subscribers. Keeps what the running turns have streamed since their last record, so that a new subscriber gets their
 * current state.
 */
export class EventHub implements EventRecorder {
  readonly #store: Store
  readonly #onCommitted: (committed: Committed) => Promise<void>
  readonly #onFailure: (error: unknown) => void
  readonly #recorder: FlightRecorder | null
  /** Turns whose changes are refused. There is one for each bug that made a turn hang. */
  readonly #abandoned = new Set<TurnId>()
  readonly #feeds = new Map<AgentId, Set<AgentFeed>>()
  readonly #turns = new Map<AgentId, MergedEvents<LiveEvent>>()
  readonly #commits = new Map<AgentId, Promise<unknown>>()
  /** The last kill. It may affect any agent. */
  #kill: Promise<unknown> = Promise.resolve()
  /** The last commit of another engine. */
  #remote: Promise<unknown> = Promise.resolve()

  constructor(
    store: Store,
    {
      onCommitted,
      onFailure,
      recorder,
    }: {
      /** Called for every commit, of this and other engines, before the subscribers are informed. */
      readonly onCommitted: (committed: Committed) => Promise<void>
      /** Called with what a listener threw. The commit stands, the other listeners are informed, and later commits go on. */
      readonly onFailure: (error: unknown) => void
      /** Missing: nothing is measured. */
      readonly recorder?: FlightRecorder
    },
  ) {
    this.#store = store
    this.#recorder = recorder ?? null
    this.#onCommitted = onCommitted
    this.#onFailure = onFailure
  }

  record(change: Change): Promise<Result<Committed>> {
    if (this.#isAbandoned(change)) return Promise.resolve(refuse('The turn was given up.'))
    const isKill = change.kill !== undefined
    return this.#inOrder(touchedAgents(change), () => this.#write(change), isKill)
  }

  /** Refuses later changes of a turn that was given up: it may go on when what it waits for answers. */
  abandon(turnId: TurnId): void {
    this.#abandoned.add(turnId)
  }

  async #write(change: Change): Promise<Result<Committed>> {
    const begun = this.#recorder?.begun() ?? 0
    const result = await this.#store.commit(change)
    this.#recorder?.ended('commit', 'commit', begun, { count: change.events?.length ?? 0 })
    return result
  }

  #isAbandoned({ events = [], startedTurns = [], settledTurns = [] }: Change): boolean {
    if (this.#abandoned.size === 0) return false
    const turns = [...events.map(({ turnId }) => turnId), ...startedTurns.map(({ turnId }) => turnId), ...settledTurns]
    return turns.some((turnId) => turnId !== undefined && turnId !== null && this.#abandoned.has(turnId))
  }

  /** Makes and publishes a change of an agent that is not a commit to the log, ordered with the agent's commits. */
  change<T extends Committed | null>(agentId: AgentId, work: () => Promise<Result<T>>): Promise<Result<T>> {
    return this.#inOrder([agentId], work)
  }

  /**
   * Publishes a commit of another engine, after those that arrived before it: a window shows an answer after its
   * prompt, and a context that is extended late is read again completely.
   */
  publishRemote(committed: Committed): Promise<void> {
    const published = this.#remote.then(() => this.#publishCommit(committed))
    this.#remote = published
    return published
  }

  live(agentId: AgentId, event: LiveEvent): void {
    this.#remember(agentId, event)
    this.#inform(agentId, (feed) => feed.live(event))
  }

  /** Whether the agent has subscribers. */
  isFollowed(agentId: AgentId): boolean {
    return this.#feeds.has(agentId)
  }

  queue(agentId: AgentId, prompts: PromptQueue): void {
    this.#inform(agentId, (feed) => feed.queue(prompts))
  }

  /** The running turn as a new subscriber should see it; null: no turn is running. */
  turn(agentId: AgentId): TurnView | null {
    const events = this.#turns.get(agentId)?.events() ?? []
    return events.reduce((view, event) => reduceAgentView(view, { type: 'live', event }), emptyAgentView(agentId)).turn
  }

  attach(agentId: AgentId, feed: AgentFeed): () => void {
    const feeds = this.#feeds.get(agentId) ?? new Set()
    this.#feeds.set(agentId, feeds.add(feed))
    return () => {
      feeds.delete(feed)
      if (feeds.size === 0 && this.#feeds.get(agentId) === feeds) this.#feeds.delete(agentId)
    }
  }

  /** Gives every subscriber a snapshot instead of what it has. */
  renewFeeds(): void {
    for (const feeds of this.#feeds.values()) for (const feed of feeds) feed.renew()
  }

  /** Ends every subscription. */
  close(): void {
    for (const feeds of this.#feeds.values()) for (const feed of feeds) feed.close()
  }

  #inOrder<T extends Committed | null>(
    agents: readonly AgentId[],
    work: () => Promise<Result<T>>,
    isKill = false,
  ): Promise<Result<T>> {
    const before = isKill ? [...this.#commits.values()] : agents.flatMap((id) => this.#commits.get(id) ?? [])
    const commit = Promise.all([this.#kill, ...before]).then(() => this.#commit(work))
    // Later changes wait for the end of this one, not for its success.
    const ended = commit.then(
      () => undefined,
      () => undefined,
    )
    if (isKill) this.#kill = ended
    for (const id of agents) this.#commits.set(id, ended)
    void ended.then(() => {
      for (const id of agents) if (this.#commits.get(id) === ended) this.#commits.delete(id)
    })
    return commit
  }

  async #commit<T extends Committed | null>(work: () => Promise<Result<T>>): Promise<Result<T>> {
    const result = await work()
    if (result.ok && result.value !== null) await this.#publishCommit(result.value)
    return result
  }

  /** Never rejects: what was committed is in the log, whatever a listener makes of it. */
  async #publishCommit(committed: Committed): Promise<void> {
    try {
      await this.#onCommitted(committed)
    } catch (error) {
      this.#onFailure(error)
    }
    try {
      for (const event of committed.events) this.#publish(event)
    } catch (error) {
      this.#onFailure(new UntrustedState(error))
    }
  }

  #publish(event: AgentEvent): void {
    if (event.kind === 'assistant' || event.kind === 'interrupted' || event.kind === 'error') this.#settle(event)
    this.#inform(event.agentId, (feed) => feed.recorded(event))
  }

  #inform(agentId: AgentId, tell: (feed: AgentFeed) => void): void {
    for (const feed of this.#feeds.get(agentId) ?? []) {
      try {
        tell(feed)
      } catch (error) {
        this.#onFailure(error)
      }
    }
  }

  #remember(agentId: AgentId, event: LiveEvent): void {
    if (event.type === 'turn_ended') {
      this.#turns.delete(agentId)
      return
    }
    if (event.type === 'turn_started') this.#turns.set(agentId, new MergedEvents())
    this.#turns.get(agentId)?.add(event)
  }

  /** Drops what was streamed once the answer is recorded; only the beginning of the turn is kept. */
  #settle(event: AgentEvent): void {
    const turn = this.#turns.get(event.agentId)
    const started = turn?.events().at(0)
    if (turn === undefined || started?.type !== 'turn_started' || started.turnId !== event.turnId) return
    turn.clear()
    turn.add(started)
  }
}

function touchedAgents(change: Change): readonly AgentId[] {
  const ids = [
    ...(change.newAgents ?? []).map((agent) => agent.id),
    ...(change.agentChanges ?? []).map((agent) => agent.id),
    ...(change.events ?? []).map((event) => event.agentId),
    ...(change.startedTurns ?? []).map((turn) => turn.agentId),
  ]
  return [...new Set(ids)]
}
