import type { AgentActivity, AgentRecord } from '../../../shared/agent-summary.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { poolName } from '../../../shared/model-pool.ts'
import { NO_MODEL_CONFIGURED } from '../../../shared/no-model.ts'
import { type Err, ok, refuse, type Result } from '../../../shared/result.ts'
import { unknownPool } from '../models/choose-model.ts'
import type { Provider, ProviderFactory } from '../ports/provider-ports.ts'
import type { SettingsStore, TurnLease, TurnLeases } from '../ports/log-ports.ts'
import { AgentProviders } from './agent-providers.ts'
import { FAULT, FAULTED, guarded } from './guarded.ts'
import { RUNS_ELSEWHERE } from './open-turn.ts'
import { PoolRouter, type Route } from './pool-router.ts'
import { recordWithRetry } from './retry-storage.ts'
import { failTurn, runTurn } from './run-turn.ts'
import type { Turn, TurnDependencies, TurnResult } from './turn.ts'

export interface RoutedTurnsDependencies extends TurnDependencies {
  readonly leases: TurnLeases
  readonly providers: ProviderFactory
  /** Stores the state of the model pools. */
  readonly settings: SettingsStore
}

/** A turn before its model is known. */
export type BegunTurn = Pick<Turn, 'agentId' | 'signal' | 'retryPause'>

/** Runs turns with the model that the agent's choice leads to; a pool may lead to several, one after the other. */
export class RoutedTurns {
  readonly #dependencies: RoutedTurnsDependencies
  readonly #providers: AgentProviders
  readonly #router: PoolRouter

  constructor(dependencies: RoutedTurnsDependencies) {
    this.#dependencies = dependencies
    this.#providers = new AgentProviders(dependencies.providers)
    this.#router = new PoolRouter(dependencies.config, dependencies.clock, dependencies.settings)
  }

  /** The model for a turn that starts now. */
  async route({ choice }: AgentRecord): Promise<Result<Route>> {
    if (choice === null) return refuse(NO_MODEL_CONFIGURED)
    const route = await this.#router.route(choice)
    if (route !== null) return ok(route)
    return refuse(unknownPool(poolName(choice.model) ?? '', this.#dependencies.config.pools))
  }

  /**
   * Runs the turn with the route's model, then with its fallbacks as long as nothing of an answer was shown. Each
   * failure stays in the log.
   */
  async run(begun: BegunTurn & Pick<Turn, 'turnId'>, first: Route): Promise<TurnResult> {
    const { hub, clock } = this.#dependencies
    const { agentId, turnId, signal } = begun
    for (let route = first; ;) {
      const { choice, pool } = route
      hub.live(agentId, { type: 'turn_started', turnId, model: choice.model, startedAt: clock.now() })
      const provider = (): Promise<Result<Provider>> => this.#providers.of(agentId, choice.provider)
      const result = await this.#runGuarded({ ...begun, choice, pool, provider })
      const continues = result.nothingShown === true && result.error !== null && !signal.aborted
      const next = continues && result.error !== null ? await route.fallback(result.error) : null
      if (next === null) return result
      route = next
      const startedTurns = [{ agentId, turnId, choice: next.choice }]
      const again = await recordWithRetry({ startedTurns }, signal, this.#dependencies)
      if (again !== 'recorded') return result
    }
  }

  /** Runs `work` in place of a turn, if no other engine runs a turn of the agent. */
  async occupy<T>(
    begun: BegunTurn,
    { choice, pool }: Route,
    work: (turn: Turn) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const { leases, ids } = this.#dependencies
    const { agentId } = begun
    const lease = await this.#guarded(agentId, () => leases.acquire(agentId), FAULTED)
    if (!lease.ok || lease.value === null) return elsewhere(lease)
    const provider = (): Promise<Result<Provider>> => this.#providers.of(agentId, choice.provider)
    const turn: Turn = { ...begun, turnId: ids.uuid(), choice, pool, provider }
    const result = await this.#guarded<Result<T>>(agentId, () => this.#show(turn, work), FAULTED)
    const held = lease.value
    await this.#guarded(agentId, () => held.release(), undefined)
    return result
  }

  /** Makes the agent's next request create a new provider instance. */
  dropProvider(agentId: AgentId): void {
    this.#providers.drop(agentId)
  }

  dropAllProviders(): void {
    this.#providers.dropAll()
  }

  /** Publishes the work to subscribers as a streaming turn. */
  async #show<T>(turn: Turn, work: (turn: Turn) => Promise<Result<T>>): Promise<Result<T>> {
    const { hub, registry, clock } = this.#dependencies
    const { agentId, turnId, choice, signal } = turn
    registry.setActivity(agentId, { type: 'streaming' })
    const begin = async (): Promise<Result<T>> => {
      hub.live(agentId, { type: 'turn_started', turnId, model: choice.model, startedAt: clock.now() })
      return work(turn)
    }
    const result = await this.#guarded<Result<T>>(agentId, begin, FAULTED)
    registry.setActivity(agentId, idle(signal.aborted))
    const outcome = result.ok ? 'completed' : signal.aborted ? 'cancelled' : 'failed'
    hub.live(agentId, { type: 'turn_ended', turnId, outcome })
    return result
  }

  /** An unexpected exception ends the turn with an error message that is recorded in the log. */
  async #runGuarded(turn: Turn): Promise<TurnResult> {
    const result = await this.#guarded(turn.agentId, () => runTurn(turn, this.#dependencies), null)
    return result ?? failTurn(turn, FAULT, this.#dependencies)
  }

  #guarded<T>(agentId: AgentId, work: () => Promise<T>, instead: T): Promise<T> {
    return guarded(work, { agentId, instead, logger: this.#dependencies.logger })
  }
}

/** The activity after a turn. */
export function idle(isStopped: boolean): AgentActivity {
  return isStopped ? { type: 'idle', stopped: true } : { type: 'idle' }
}

function elsewhere(lease: Result<TurnLease | null>): Err {
  return lease.ok ? refuse(RUNS_ELSEWHERE) : lease
}
