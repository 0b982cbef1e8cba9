import type { TurnServices } from './turn-services.ts'
import type { AppError } from '../../../shared/app-error.ts'
import type { AgentRecord, ModelName } from '../../../shared/agent-summary.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { poolName } from '../../../shared/model-pool.ts'
import { NO_MODEL_CONFIGURED } from '../../../shared/no-model.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import { unknownPool } from '../models/choose-model.ts'
import { WorkFacts } from '../usage/known-work.ts'
import { catchBug } from './catch-bug.ts'
import type { OpenedTurn } from './open-turn.ts'
import { PoolRouter, type Route } from './pool-router.ts'
import { recordWithRetry } from './retry-storage.ts'
import { failTurn, runTurn } from './run-turn.ts'
import type { Turn, TurnResult } from './turn.ts'
import type { Provider, ProviderFactory } from '../ports/provider-ports.ts'
import { serverOf } from '../../../shared/endpoints/endpoint-model.ts'
import { RecentlyUsed } from '../../../shared/recently-used.ts'

/** A turn that has started, and the model that it uses. */
export interface RoutedTurn {
  readonly ok: true
  readonly route: Route
  readonly turn: OpenedTurn
}

/** A turn before its model is known. */
export type UnroutedTurn = Omit<Turn, 'choice' | 'pool' | 'poolChoice' | 'provider'>

/** Runs turns with the model that the agent's choice leads to; a pool may lead to several, one after the other. */
export class RoutedTurns {
  readonly #services: TurnServices
  readonly #providers: AgentProviders
  readonly #router: PoolRouter

  constructor(services: TurnServices) {
    this.#services = services
    this.#providers = new AgentProviders(services.providers)
    const { config, clock, settings, usage } = services
    const known = new WorkFacts(usage, clock)
    this.#router = new PoolRouter(config, clock, settings, (agentId) => known.workOf(agentId))
  }

  /** The model for a turn that starts now. */
  async route({ id, choice }: AgentRecord): Promise<Result<Route>> {
    if (choice === null) return refuse(NO_MODEL_CONFIGURED)
    const route = await this.#router.route(choice, id)
    if (route !== null) return ok(route)
    return refuse(unknownPool(poolName(choice.model) ?? '', this.#services.config.pools))
  }

  /** Publishes that the turn runs, with the route's model. */
  begin(unrouted: UnroutedTurn, { choice, pool, reason }: Route): Turn {
    const { hub, clock } = this.#services
    const { agentId, turnId } = unrouted
    hub.live(agentId, { type: 'turn_started', turnId, model: choice.model, startedAt: clock.now() })
    return {
      ...unrouted,
      choice,
      pool,
      poolChoice: reason,
      provider: () => this.#providers.providerOf(agentId, choice),
    }
  }

  /**
   * Runs the turn with the route's model, then with its fallbacks as long as nothing of an answer was shown. Each
   * failure stays in the log.
   */
  async run(unrouted: UnroutedTurn, first: Route): Promise<TurnResult> {
    const { agentId, turnId, signal } = unrouted
    for (let route = first; ;) {
      const result = await this.#runOnce(this.begin(unrouted, route))
      const continues = result.nothingShown === true && result.error !== null && !signal.aborted
      const next = continues && result.error !== null ? await route.fallback(result.error) : null
      if (next === null) return result
      route = next
      const startedTurns = [{ agentId, turnId, choice: next.choice }]
      const again = await recordWithRetry({ startedTurns }, signal, this.#services)
      if (again !== 'recorded') return result
    }
  }

  /** Makes the agent's next request create a new provider instance. */
  dropProvider(agentId: AgentId): void {
    this.#providers.drop(agentId)
  }

  dropAllProviders(): void {
    this.#providers.dropAll()
  }

  /** An unexpected exception ends the turn with an error message that is recorded in the log. */
  async #runOnce(turn: Turn): Promise<TurnResult> {
    const { logger } = this.#services
    const run = () => runTurn(turn, this.#services)
    const fallback = (error: AppError) => ({ bug: error })
    const result = await catchBug<TurnResult | { readonly bug: AppError }>(run, { ...turn, fallback, logger })
    return 'bug' in result ? failTurn(turn, result.bug, this.#services) : result
  }
}

interface MadeProvider {
  /** What answers (`serverOf`). */
  readonly server: string
  readonly result: Promise<Result<Provider>>
}

/** Most instances kept in memory. Creating a dropped instance again is cheap. */
const MAX_KEPT = 256

/** Provider instances, one per agent, created at first use (docs/behaviour/turns.md#provider-instances). */
class AgentProviders {
  readonly #factory: ProviderFactory
  readonly #made = new RecentlyUsed<AgentId, MadeProvider>(MAX_KEPT)

  constructor(factory: ProviderFactory) {
    this.#factory = factory
  }

  /** Returns the agent's instance. A failed creation is tried again at the next use. */
  providerOf(agentId: AgentId, { provider, model }: ModelName): Promise<Result<Provider>> {
    const server = serverOf({ provider, model })
    const known = this.#made.get(agentId)
    if (known?.server === server) return known.result
    const result = this.#factory.create(provider, { agentId, model })
    this.#made.set(agentId, { server, result })
    const forget = (): void => {
      if (this.#made.get(agentId)?.result === result) this.#made.delete(agentId)
    }
    void result.then((made) => made.ok || forget(), forget)
    return result
  }

  /** Discards the agent's instance; the next request creates a new one. */
  drop(agentId: AgentId): void {
    this.#made.delete(agentId)
  }

  dropAll(): void {
    this.#made.clear()
  }
}
