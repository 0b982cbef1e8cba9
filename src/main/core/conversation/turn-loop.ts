import type { TurnServices } from './turn-services.ts'
import type { AppError } from '../../../shared/app-error.ts'
import { type AgentRecord, unreadableText } from '../../../shared/agent-summary.ts'
import type { AgentId, TurnId } from '../../../shared/ids.ts'
import { NO_MODEL_CONFIGURED } from '../../../shared/no-model.ts'
import type { TurnOutcome } from '../../../shared/stream-event.ts'
import type { NewEvent } from '../../../shared/agent-event.ts'
import { err, type Ok, ok, refuse, type Result } from '../../../shared/result.ts'
import { AGENT_KILLED } from '../agents/agent-tree.ts'
import { abortForClosing } from '../agents/engine-closing.ts'
import type { TurnScope } from '../ports/system-ports.ts'
import type { TurnLease } from '../ports/log-ports.ts'
import { catchBug, INTERNAL_ERROR } from './catch-bug.ts'
import { acquireTurn, type OpenedTurn, openTurn, type RefusedTurn } from './open-turn.ts'
import type { Route } from './pool-router.ts'
import type { Playback } from './playback.ts'
import { RetryPause } from './request-with-retries.ts'
import { type RoutedTurn, RoutedTurns, type UnroutedTurn } from './routed-turns.ts'
import { TurnSpans } from './turn-spans.ts'
import type { Turn, TurnBeginning, TurnResult, TurnStart } from './turn.ts'
import { abandonTurn, failTurnFromOutside, unlessOverdue, NOT_ENDED, idle } from './turn-end.ts'

const BUSY = 'Cannot send while response is streaming. Wait for completion or press Ctrl+C to cancel.'

const STOPPING = 'This agent is being stopped. Try again in a moment.'

interface RunningTurn {
  readonly abort: AbortController
  /** Null until it is open. */
  turnId: TurnId | null
  /** An error from outside of the turn's own code, which ends it; null: there was none. */
  failure: AppError | null
  readonly retryPause: RetryPause
  /** Resolves when the turn has ended and all its events are recorded and published. */
  readonly ended: Promise<TurnOutcome>
}

/** What other classes let the loop do on one agent. */
export interface TurnRunner {
  isBusy(agentId: AgentId): boolean
  start(agent: AgentRecord, beginning?: TurnBeginning): Promise<TurnStart>
  runExclusive<T>(agent: AgentRecord, work: (turn: Turn) => Promise<Result<T>>): Promise<Result<T>>
}

/** Runs all turns, whether started from a pane, the command line or a fork (docs/behaviour/turns.md#life-of-a-turn). */
export class TurnLoop implements TurnRunner {
  readonly #services: TurnServices
  readonly #running = new Map<AgentId, RunningTurn>()
  /** Stops in progress; null: a stop of all agents. */
  readonly #stops = new Set<{ readonly agentId: AgentId | null }>()
  #isClosing = false
  readonly #routed: RoutedTurns
  readonly spans = new TurnSpans()

  constructor(services: TurnServices) {
    this.#services = services
    this.#routed = new RoutedTurns(services)
  }

  /** The agents with a running turn in this engine. */
  running(): readonly AgentId[] {
    return [...this.#running.keys()]
  }

  isBusy(agentId: AgentId): boolean {
    return this.#running.has(agentId)
  }

  /**
   * Records the beginning of a turn and starts it. Refused, without any record, if the agent has no model or a turn of
   * it is running in any engine.
   */
  start(agent: AgentRecord, beginning: TurnBeginning = {}): Promise<TurnStart> {
    const open: Open = async ({ choice }) => {
      const { playback, keepsInstructions = playback !== undefined } = beginning
      const preceding = keepsInstructions ? NO_NEWS : await this.#services.instructions.news(agent.id)
      return preceding.ok
        ? openTurn({ agent, choice, ...beginning, preceding: preceding.value }, this.#services)
        : preceding
    }
    return this.#hold(agent, open, (unrouted, route) => this.#routed.run(unrouted, route), beginning.playback)
  }

  /**
   * Runs `work` in place of a turn: meanwhile the agent counts as busy in all engines, and the work can be cancelled
   * like a turn. No events are recorded for it, except for an error that ends it from outside (`fail`).
   */
  async runExclusive<T>(agent: AgentRecord, work: (turn: Turn) => Promise<Result<T>>): Promise<Result<T>> {
    let result: Result<T> = err(INTERNAL_ERROR)
    const runWork: Work = async (unrouted, route) => {
      this.#services.registry.setActivity(agent.id, { type: 'streaming' })
      const turn = this.#routed.begin(unrouted, route)
      result = await this.#catchBug(agent.id, () => work(turn), err)
      return { outcome: result.ok ? 'completed' : turn.signal.aborted ? 'cancelled' : 'failed', error: null }
    }
    const started = await this.#hold(agent, () => acquireTurn(agent.id, this.#services), runWork)
    if (!started.ok) return err(started.error)
    await started.ended
    return result
  }

  /** Cancels the agent's turn, and the span it is in, and resolves when it has ended; false if there was neither. */
  async cancel(agentId: AgentId): Promise<boolean> {
    const hasSpan = this.spans.abort(agentId)
    const turn = this.#running.get(agentId)
    if (turn === undefined) return hasSpan
    // Races and reruns cancel the turns that they started, also when they end because the engine closes.
    if (this.#isClosing) abortForClosing(turn.abort)
    else turn.abort.abort()
    await turn.ended
    return true
  }

  /**
   * Ends a turn with an error that its own code does not know of: what it waits for may never come. Returns false if it
   * is not running, or is ending already.
   */
  fail({ agentId, turnId }: TurnScope, error: AppError): boolean {
    const turn = this.#running.get(agentId)
    if (turn === undefined || turn.turnId !== turnId || turn.abort.signal.aborted) return false
    turn.failure = error
    turn.abort.abort()
    return true
  }

  /** Prevents new turns of an agent and its descendants (null: of all agents) until the returned function is called. */
  holdBack(agentId: AgentId | null): () => void {
    const stop = { agentId }
    this.#stops.add(stop)
    return () => this.#stops.delete(stop)
  }

  /**
   * Ends the turns of an agent and its descendants (null: of all agents) that run in this engine, and prevents new ones
   * meanwhile. Resolves with the number of ended turns when they have ended.
   */
  async stop(agentId: AgentId | null): Promise<number> {
    const release = this.holdBack(agentId)
    this.spans.abortWhere((id) => this.#isStopping(id))
    let ended = 0
    for (;;) {
      const running = [...this.#running.keys()].filter((id) => this.#isStopping(id))
      if (running.length === 0) break
      ended += running.length
      await Promise.all(running.map((id) => this.cancel(id)))
    }
    release()
    return ended
  }

  /** Ends the pause before a retry; returns whether there was one. */
  retryNow(agentId: AgentId): boolean {
    return this.#running.get(agentId)?.retryPause.retryNow() ?? false
  }

  /** Makes the next request create a new provider instance. Needed after a model switch or a change of credentials. */
  dropProvider(agentId: AgentId): void {
    this.#routed.dropProvider(agentId)
  }

  dropAllProviders(): void {
    this.#routed.dropAllProviders()
  }

  async close(): Promise<void> {
    this.holdBack(null)
    this.#isClosing = true
    this.spans.abortWhere(() => true)
    for (const { abort } of this.#running.values()) abortForClosing(abort)
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }

  #isStopping(id: AgentId): boolean {
    if (this.#stops.size === 0) return false
    const lineage = this.#services.registry.tree.lineage(id)
    return [...this.#stops].some(({ agentId }) => agentId === null || lineage.includes(agentId))
  }

  /** The reason why no turn can start now; null: one can. */
  #refusal(agent: AgentRecord): string | null {
    const { id, status, choice } = agent
    const unreadable = unreadableText(agent)
    if (unreadable !== null) return unreadable
    if (status === 'killed') return AGENT_KILLED
    if (this.#isStopping(id)) return STOPPING
    if (this.#running.has(id)) return BUSY
    return choice === null ? NO_MODEL_CONFIGURED : null
  }

  /** Marks the agent as busy, opens a turn and runs `work` in it. Resolves as soon as the turn is open. */
  async #hold(agent: AgentRecord, open: Open, work: Work, playback?: Playback): Promise<TurnStart> {
    const { id: agentId, status } = agent
    if (status !== 'killed' && this.#running.has(agentId)) return { ...refuse(BUSY), busy: true }
    const refusal = this.#refusal(agent)
    if (refusal !== null) return refuse(refusal)
    const { clock, turnScopes } = this.#services
    const abort = new AbortController()
    const end = Promise.withResolvers<TurnOutcome>()
    const retryPause = new RetryPause()
    const running: RunningTurn = { abort, turnId: null, failure: null, retryPause, ended: end.promise }
    this.#running.set(agentId, running)
    const opening = this.#catchBug<RoutedTurn | RefusedTurn>(agentId, () => this.#open(agent, open), err)
    const opened = await unlessOverdue(opening, abort.signal, clock)
    if (opened === 'overdue') {
      // The agent stays busy until what is waited for has reached its own limit: it may hold the lease.
      void opening.then((late) => this.#releaseLate(agentId, late))
      end.resolve('failed')
      return err(NOT_ENDED)
    }
    if (!opened.ok) {
      this.#running.delete(agentId)
      end.resolve('failed')
      return opened
    }
    const { route, turn } = opened
    const unrouted = { agentId, turnId: turn.turnId, signal: abort.signal, retryPause, playback }
    running.turnId = turn.turnId
    const run = () => turnScopes.run(unrouted, () => work(unrouted, route))
    void this.#run(unrouted, running, turn.lease, run).then(end.resolve)
    return { ok: true, turnId: turn.turnId, ended: end.promise }
  }

  async #open(agent: AgentRecord, open: Open): Promise<RoutedTurn | RefusedTurn> {
    await this.#services.warmer.settle(agent.id)
    const route = await this.#routed.route(agent)
    if (!route.ok) return route
    const turn = await open(route.value)
    return turn.ok ? { ok: true, route: route.value, turn } : turn
  }

  /** Runs `work`, then frees the agent. Never rejects, because the caller may not await the outcome. */
  async #run(
    unrouted: UnroutedTurn,
    running: RunningTurn,
    lease: TurnLease,
    work: () => Promise<TurnResult>,
  ): Promise<TurnOutcome> {
    const { agentId } = unrouted
    const working = this.#catchBug(agentId, work, (error): TurnResult => ({ outcome: 'failed', error }))
    const ended = await unlessOverdue(working, unrouted.signal, this.#services.clock)
    const { failure } = running
    const own = ended === 'overdue' ? abandonTurn(this.#services, unrouted, failure ?? NOT_ENDED) : ended
    const result =
      failure !== null && own.outcome === 'cancelled'
        ? await failTurnFromOutside(this.#services, unrouted, failure, own)
        : own
    await this.#release(agentId, lease)
    this.#running.delete(agentId)
    await this.#catchBug(
      agentId,
      async () => this.#publishEnd(unrouted, result, failure !== null),
      () => undefined,
    )
    return result.outcome
  }

  /** Frees an agent whose turn was given up before it had begun, and has begun since. */
  async #releaseLate(agentId: AgentId, late: RoutedTurn | RefusedTurn): Promise<void> {
    if (late.ok) await this.#release(agentId, late.turn.lease)
    this.#running.delete(agentId)
  }

  async #release(agentId: AgentId, lease: TurnLease): Promise<void> {
    await this.#catchBug(
      agentId,
      () => lease.release(),
      () => undefined,
    )
  }

  #publishEnd(
    { agentId, turnId, signal, playback }: UnroutedTurn,
    { outcome, error }: TurnResult,
    failed: boolean,
  ): void {
    const { hub, registry, onTurnEnded } = this.#services
    // A turn that failed from outside was aborted, but by nobody who wants its agent to stop.
    const isStopped = outcome === 'cancelled' || (signal.aborted && !failed)
    registry.setActivity(agentId, error === null ? idle(isStopped) : { type: 'failed', error })
    hub.live(agentId, { type: 'turn_ended', turnId, outcome })
    // During a stop, waiting mail must not start another turn.
    if (!this.#isStopping(agentId) && playback === undefined) onTurnEnded(agentId, isStopped ? 'cancelled' : outcome)
  }

  #catchBug<T>(agentId: AgentId, work: () => Promise<T>, fallback: (error: AppError) => T): Promise<T> {
    return catchBug(work, { agentId, fallback, logger: this.#services.logger })
  }
}

const NO_NEWS: Ok<readonly NewEvent[]> = ok([])

type Open = (route: Route) => Promise<OpenedTurn | RefusedTurn>
type Work = (unrouted: UnroutedTurn, route: Route) => Promise<TurnResult>
