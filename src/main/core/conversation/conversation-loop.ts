import type { AgentRecord, ModelChoice } from '../../../shared/agent-summary.ts'
import { type AppError, refused } from '../../../shared/app-error.ts'
import type { Outcome } from '../../../shared/contract.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { poolName } from '../../../shared/model-pool.ts'
import { NO_MODEL_CONFIGURED } from '../../../shared/no-model.ts'
import type { ProviderName } from '../../../shared/provider-name.ts'
import type { TurnOutcome } from '../../../shared/stream-event.ts'
import type { NewEvent } from '../../../shared/agent-event.ts'
import { AGENT_KILLED } from '../agents/killed-agent.ts'
import type { Mail, ProviderFactory, ProviderResult, StorageResult, TurnLease, TurnLeases } from '../ports.ts'
import { unknownPool } from '../models/choose-model.ts'
import { PoolRouter, type Route } from './pool-router.ts'
import { recordDurably } from './record-durably.ts'
import { RetryWaiting } from './request-with-retries.ts'
import { failTurn, runTurn } from './run-turn.ts'
import type { Turn, TurnDependencies, TurnResult } from './turn.ts'

const BUSY = 'Cannot send while response is streaming. Wait for completion or press Ctrl+C to cancel.'
const FAULT: AppError = {
  category: 'UNKNOWN',
  message: 'The turn ended by a fault in ikigai itself; its log has the details. Your messages are kept: send again.',
  retryable: false,
}
/** The words when another engine runs the agent's turn. */
export const RUNS_ELSEWHERE = "Another ikigai on this database is running this agent's turn. Wait until it has ended."

export interface LoopDependencies extends TurnDependencies {
  readonly leases: TurnLeases
  readonly providers: ProviderFactory
  /** A turn has ended and the agent is free again. */
  readonly onTurnEnded: (agentId: AgentId) => void
}

interface RunningTurn {
  readonly abort: AbortController
  readonly waiting: RetryWaiting
  /** Resolves when the turn has ended and all of it is recorded and published. */
  readonly ended: Promise<TurnOutcome>
}

export type TurnStart =
  | { readonly ok: true; readonly ended: Promise<TurnOutcome> }
  | { readonly ok: false; readonly error: AppError }

/** The one loop in which every turn runs: pane, command line and forked child alike (decisions.md § 8). */
export class ConversationLoop {
  readonly #dependencies: LoopDependencies
  readonly #running = new Map<AgentId, RunningTurn>()
  readonly #providers = new Map<AgentId, { readonly name: ProviderName; readonly result: Promise<ProviderResult> }>()

  readonly #router: PoolRouter

  constructor(dependencies: LoopDependencies) {
    this.#dependencies = dependencies
    this.#router = new PoolRouter(dependencies.config, dependencies.clock)
  }

  isBusy(agentId: AgentId): boolean {
    return this.#running.has(agentId)
  }

  /** Resolves when the agent's running turn, if any, has ended. */
  async settled(agentId: AgentId): Promise<void> {
    await this.#running.get(agentId)?.ended
  }

  /**
   * Starts a turn: records `opening` (the prompt, or nothing when the context already ends in what is to be answered)
   * and lets the turn run. Refused without a trace when there is no model, a turn runs, or another engine has the agent.
   * `readMail`: mail that `opening` is made of.
   */
  async start(agent: AgentRecord, opening: readonly NewEvent[], readMail: readonly Mail[] = []): Promise<TurnStart> {
    const route = this.#route(agent)
    if (typeof route === 'string') return { ok: false, error: refused(route) }
    const abort = new AbortController()
    const end = Promise.withResolvers<TurnOutcome>()
    const waiting = new RetryWaiting()
    this.#running.set(agent.id, { abort, waiting, ended: end.promise })
    const opened = await this.#open(agent.id, route.choice, { opening, readMail })
    if (!opened.ok) {
      this.#running.delete(agent.id)
      end.resolve('failed')
      return opened
    }
    void this.#run({ agentId: agent.id, signal: abort.signal, waiting }, route, opened).then(end.resolve, end.reject)
    return { ok: true, ended: end.promise }
  }

  /**
   * Runs `work` in the place of a turn: the agent is busy meanwhile, here and for other engines, and the work can be
   * cancelled as a turn can. Nothing is recorded for it.
   */
  async occupy<T>(agent: AgentRecord, work: (turn: Turn) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const route = this.#route(agent)
    if (typeof route === 'string') return { ok: false, error: refused(route) }
    const { id: agentId } = agent
    const { choice } = route
    const abort = new AbortController()
    const end = Promise.withResolvers<TurnOutcome>()
    const waiting = new RetryWaiting()
    this.#running.set(agentId, { abort, waiting, ended: end.promise })
    const lease = await this.#dependencies.leases.acquire(agentId)
    const provider = (): Promise<ProviderResult> => this.#provider(agentId, choice.provider)
    const turn: Turn = {
      agentId,
      turnId: this.#dependencies.ids.uuid(),
      choice,
      provider,
      signal: abort.signal,
      waiting,
    }
    const result = lease.ok && lease.value !== null ? await this.#show(turn, work) : elsewhere(lease)
    if (lease.ok) await lease.value?.release()
    this.#running.delete(agentId)
    end.resolve(result.ok ? 'completed' : 'failed')
    this.#dependencies.onTurnEnded(agentId)
    return result
  }

  /** Answers whether there was a turn to cancel, when it has ended. */
  async cancel(agentId: AgentId): Promise<boolean> {
    const turn = this.#running.get(agentId)
    if (turn === undefined) return false
    turn.abort.abort()
    await turn.ended
    return true
  }

  /** Ends the pause before a retry; answers whether there was one. */
  retryNow(agentId: AgentId): boolean {
    return this.#running.get(agentId)?.waiting.retryNow() ?? false
  }

  /** The next request makes a new instance: after a model switch, or when credentials changed. */
  dropProvider(agentId: AgentId): void {
    this.#providers.delete(agentId)
  }

  dropAllProviders(): void {
    this.#providers.clear()
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((agentId) => this.cancel(agentId)))
  }

  /** Who is asked in a turn that begins now; words: why none can. */
  #route({ id, status, choice }: AgentRecord): Route | string {
    if (status === 'killed') return AGENT_KILLED
    if (this.#running.has(id)) return BUSY
    if (choice === null) return NO_MODEL_CONFIGURED
    return this.#router.route(choice) ?? unknownPool(poolName(choice.model) ?? '', this.#dependencies.config.pools)
  }

  async #open(
    agentId: AgentId,
    choice: ModelChoice,
    { opening, readMail }: { readonly opening: readonly NewEvent[]; readonly readMail: readonly Mail[] },
  ): Promise<Opened | { ok: false; error: AppError }> {
    const { leases, hub, ids } = this.#dependencies
    const lease = await leases.acquire(agentId)
    if (!lease.ok) return lease
    if (lease.value === null) return { ok: false, error: refused(RUNS_ELSEWHERE) }
    const turnId = ids.uuid()
    const recorded = await hub.record({
      events: opening.map((event) => ({ ...event, turnId })),
      startedTurns: [{ agentId, turnId, choice }],
      readMail,
    })
    if (!recorded.ok) {
      await lease.value.release()
      return recorded
    }
    return { ok: true, turnId, lease: lease.value }
  }

  async #run(begun: BegunTurn, route: Route, { turnId, lease }: Opened): Promise<TurnOutcome> {
    const { hub, registry } = this.#dependencies
    const { agentId } = begun
    const result = await this.#runRouted({ ...begun, turnId }, route)
    await lease.release()
    this.#running.delete(agentId)
    registry.setActivity(agentId, result.error === null ? { type: 'idle' } : { type: 'failed', error: result.error })
    hub.live(agentId, { type: 'turn_ended', turnId, outcome: result.outcome })
    this.#dependencies.onTurnEnded(agentId)
    return result.outcome
  }

  /** Asks the route's model, and its substitutes as long as nothing was shown; each failure stays in the log. */
  async #runRouted(begun: BegunTurn & Pick<Turn, 'turnId'>, first: Route): Promise<TurnResult> {
    const { hub, clock } = this.#dependencies
    const { agentId, turnId, signal } = begun
    for (let route = first; ;) {
      const { choice } = route
      hub.live(agentId, { type: 'turn_started', turnId, model: choice.model, startedAt: clock.now() })
      const provider = (): Promise<ProviderResult> => this.#provider(agentId, choice.provider)
      const result = await this.#runGuarded({ ...begun, choice, provider })
      const next = result.unshown === true && result.error !== null && !signal.aborted && route.instead(result.error)
      if (!next) return result
      route = next
      await recordDurably({ startedTurns: [{ agentId, turnId, choice: next.choice }] }, signal, this.#dependencies)
    }
  }

  /** The work as its subscribers see it: a turn that streams. */
  async #show<T>(turn: Turn, work: (turn: Turn) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const { hub, registry, clock } = this.#dependencies
    const { agentId, turnId, choice, signal } = turn
    registry.setActivity(agentId, { type: 'streaming' })
    hub.live(agentId, { type: 'turn_started', turnId, model: choice.model, startedAt: clock.now() })
    const result = await work(turn)
    registry.setActivity(agentId, { type: 'idle' })
    const outcome = result.ok ? 'completed' : signal.aborted ? 'cancelled' : 'failed'
    hub.live(agentId, { type: 'turn_ended', turnId, outcome })
    return result
  }

  /** A bug in a turn ends that turn with words; it must not leave the agent locked or take other agents along. */
  async #runGuarded(turn: Turn): Promise<TurnResult> {
    try {
      return await runTurn(turn, this.#dependencies)
    } catch (fault) {
      const words = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)
      this.#dependencies.logger.error('A turn ended by a fault in ikigai', { agent: turn.agentId, fault: words })
      return failTurn(turn, FAULT, this.#dependencies)
    }
  }

  /** Each agent has its own instance, made at first use (commands.md § Provider Instance Ownership). */
  #provider(agentId: AgentId, name: ProviderName): Promise<ProviderResult> {
    const known = this.#providers.get(agentId)
    if (known?.name === name) return known.result
    const result = this.#dependencies.providers.create(name)
    this.#providers.set(agentId, { name, result })
    void result.then((made) => {
      if (!made.ok && this.#providers.get(agentId)?.result === result) this.#providers.delete(agentId)
    })
    return result
  }
}

function elsewhere(lease: StorageResult<TurnLease | null>): { readonly ok: false; readonly error: AppError } {
  return lease.ok ? { ok: false, error: refused(RUNS_ELSEWHERE) } : lease
}

type BegunTurn = Pick<Turn, 'agentId' | 'signal' | 'waiting'>

interface Opened {
  readonly ok: true
  readonly turnId: string
  readonly lease: TurnLease
}
