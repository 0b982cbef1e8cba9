import type { AgentRecord } from '../../../shared/agent-summary.ts'
import { type AppError, refused } from '../../../shared/app-error.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { NO_MODEL_CONFIGURED } from '../../../shared/no-model.ts'
import type { TurnOutcome } from '../../../shared/stream-event.ts'
import type { NewEvent } from '../../../shared/agent-event.ts'
import { refuse, type Result } from '../../../shared/result.ts'
import { AGENT_KILLED } from '../agents/agent-tree.ts'
import type { TurnRights } from '../agents/turn-rights.ts'
import type { Mail, SentPrompt, Store } from '../ports/log-ports.ts'
import { FAULT, FAULTED, guarded } from './guarded.ts'
import { type OpenedTurn, openTurn, type RefusedTurn } from './open-turn.ts'
import type { Route } from './pool-router.ts'
import { RetryPause } from './request-with-retries.ts'
import { type BegunTurn, idle, RoutedTurns, type RoutedTurnsDependencies } from './routed-turns.ts'
import type { Turn, TurnResult } from './turn.ts'

const BUSY = 'Cannot send while response is streaming. Wait for completion or press Ctrl+C to cancel.'

const STOPPING = 'This agent is being stopped. Try again in a moment.'

export interface LoopDependencies extends RoutedTurnsDependencies {
  readonly store: Store
  readonly rights: TurnRights
  /**
   * Called when a turn has ended and its agent is free. The outcome is `cancelled` if the user stopped the turn, even
   * one that had just ended.
   */
  readonly onTurnEnded: (agentId: AgentId, outcome: TurnOutcome) => void
}

interface RunningTurn {
  readonly abort: AbortController
  readonly retryPause: RetryPause
  /** Resolves when the turn has ended and all its events are recorded and published. */
  readonly ended: Promise<TurnOutcome>
}

export type TurnStart =
  | { readonly ok: true; readonly ended: Promise<TurnOutcome> }
  /** `busy`: a turn of the agent is already running, in this or another engine. */
  | { readonly ok: false; readonly error: AppError; readonly busy?: true }

/** The input of a turn. */
export interface TurnBeginning {
  /** The prompt; missing if the context already ends with something to answer. */
  readonly opening?: readonly NewEvent[]
  /** The mail in `opening`. */
  readonly readMail?: readonly Mail[]
  /** The queued prompts in `opening`. */
  readonly sentPrompts?: readonly SentPrompt[]
  /** Start only if the agent has had no turn yet; otherwise the start is refused as busy. */
  readonly isFirst?: boolean
}

/** Runs all turns, whether started from a pane, the command line or a fork (docs/behaviour/turns.md#life-of-a-turn). */
export class ConversationLoop {
  readonly #dependencies: LoopDependencies
  readonly #running = new Map<AgentId, RunningTurn>()
  /** Stops in progress; null: a stop of all agents. */
  readonly #stops = new Set<{ readonly agentId: AgentId | null }>()
  readonly #routed: RoutedTurns

  constructor(dependencies: LoopDependencies) {
    this.#dependencies = dependencies
    this.#routed = new RoutedTurns(dependencies)
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
  async start(agent: AgentRecord, beginning: TurnBeginning = {}): Promise<TurnStart> {
    if (agent.status !== 'killed' && this.#running.has(agent.id)) return { ok: false, error: refused(BUSY), busy: true }
    const refusal = this.#refusal(agent)
    if (refusal !== null) return refuse(refusal)
    const abort = new AbortController()
    const end = Promise.withResolvers<TurnOutcome>()
    const retryPause = new RetryPause()
    this.#running.set(agent.id, { abort, retryPause, ended: end.promise })
    const open = async (): Promise<Routed | RefusedTurn> => {
      const route = await this.#routed.route(agent)
      if (!route.ok) return route
      const turn = await openTurn({ agent, choice: route.value.choice, ...beginning }, this.#dependencies)
      return turn.ok ? { ok: true, route: route.value, turn } : turn
    }
    const opened = await this.#guarded<Routed | RefusedTurn>(agent.id, open, FAULTED)
    if (!opened.ok) {
      this.#running.delete(agent.id)
      end.resolve('failed')
      return opened
    }
    void this.#run({ agentId: agent.id, signal: abort.signal, retryPause }, opened).then(end.resolve)
    return { ok: true, ended: end.promise }
  }

  /**
   * Runs `work` in place of a turn: meanwhile the agent counts as busy in all engines, and the work can be cancelled
   * like a turn. No events are recorded for it.
   */
  async occupy<T>(agent: AgentRecord, work: (turn: Turn) => Promise<Result<T>>): Promise<Result<T>> {
    const refusal = this.#refusal(agent)
    if (refusal !== null) return refuse(refusal)
    const { id: agentId } = agent
    const abort = new AbortController()
    const end = Promise.withResolvers<TurnOutcome>()
    const retryPause = new RetryPause()
    this.#running.set(agentId, { abort, retryPause, ended: end.promise })
    const route = await this.#guarded<Result<Route>>(agentId, () => this.#routed.route(agent), FAULTED)
    const begun = { agentId, signal: abort.signal, retryPause }
    const result = route.ok ? await this.#routed.occupy(begun, route.value, work) : route
    this.#running.delete(agentId)
    const outcome = abort.signal.aborted ? 'cancelled' : result.ok ? 'completed' : 'failed'
    end.resolve(result.ok ? 'completed' : 'failed')
    await this.#guarded(agentId, async () => this.#dependencies.onTurnEnded(agentId, outcome), undefined)
    return result
  }

  /** Cancels the agent's turn and resolves when it has ended; false if there was none. */
  async cancel(agentId: AgentId): Promise<boolean> {
    const turn = this.#running.get(agentId)
    if (turn === undefined) return false
    turn.abort.abort()
    await turn.ended
    return true
  }

  /** Prevents new turns of an agent and its descendants (null: of all agents) until the returned function is called. */
  holdBack(agentId: AgentId | null): () => void {
    const order = { agentId }
    this.#stops.add(order)
    return () => this.#stops.delete(order)
  }

  /**
   * Ends the turns of an agent and its descendants (null: of all agents) that run in this engine, and prevents new ones
   * meanwhile. Resolves with the number of ended turns when they have ended.
   */
  async stop(agentId: AgentId | null): Promise<number> {
    const release = this.holdBack(agentId)
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
    await Promise.all([...this.#running.keys()].map((agentId) => this.cancel(agentId)))
  }

  #isStopping(id: AgentId): boolean {
    if (this.#stops.size === 0) return false
    const lineage = this.#dependencies.registry.tree.lineage(id)
    return [...this.#stops].some(({ agentId }) => agentId === null || lineage.includes(agentId))
  }

  /** The reason why no turn can start now; null: one can. */
  #refusal({ id, status, choice }: AgentRecord): string | null {
    if (status === 'killed') return AGENT_KILLED
    if (this.#isStopping(id)) return STOPPING
    if (this.#running.has(id)) return BUSY
    return choice === null ? NO_MODEL_CONFIGURED : null
  }

  /** Never rejects, because the caller may not await the outcome. */
  async #run(begun: BegunTurn, { route, turn: { turnId, lease } }: Routed): Promise<TurnOutcome> {
    const { hub, registry } = this.#dependencies
    const { agentId } = begun
    const failed: TurnResult = { outcome: 'failed', error: FAULT }
    const { outcome, error } = await this.#guarded(agentId, () => this.#routed.run({ ...begun, turnId }, route), failed)
    await this.#guarded(agentId, () => lease.release(), undefined)
    this.#running.delete(agentId)
    const tell = async (): Promise<void> => {
      const isStopped = outcome === 'cancelled' || begun.signal.aborted
      registry.setActivity(agentId, error === null ? idle(isStopped) : { type: 'failed', error })
      hub.live(agentId, { type: 'turn_ended', turnId, outcome })
      // During a stop, waiting mail must not start another turn.
      if (!this.#isStopping(agentId)) this.#dependencies.onTurnEnded(agentId, isStopped ? 'cancelled' : outcome)
    }
    await this.#guarded(agentId, tell, undefined)
    return outcome
  }

  #guarded<T>(agentId: AgentId, work: () => Promise<T>, instead: T): Promise<T> {
    return guarded(work, { agentId, instead, logger: this.#dependencies.logger })
  }
}

/** A turn that has started, and the model that it uses. */
interface Routed {
  readonly ok: true
  readonly route: Route
  readonly turn: OpenedTurn
}
