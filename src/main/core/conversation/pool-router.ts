import type { ModelChoice } from '../../../shared/agent-summary.ts'
import type { AppError } from '../../../shared/app-error.ts'
import { poolName } from '../../../shared/model-pool.ts'
import type { Clock, Config } from '../ports.ts'
import { FRESH_POOL, memberKey, membersInOrder, type PoolState, restAfter, withRest, withTurn } from './routing.ts'

/** Who answers a turn, and who instead when that one fails before anything was shown. */
export interface Route {
  readonly choice: ModelChoice
  /** The next member to try; null: none is left, or the failure is not the member's. Each is tried once a turn. */
  readonly instead: (error: AppError) => Route | null
}

/** Keeps what pools must know between turns. Decisions are in routing.ts. */
export class PoolRouter {
  readonly #config: Pick<Config, 'pools'>
  readonly #clock: Clock
  readonly #states = new Map<string, PoolState>()

  /** The pools of `config` are looked up at each turn's start. */
  constructor(config: Pick<Config, 'pools'>, clock: Clock) {
    this.#config = config
    this.#clock = clock
  }

  /** At a turn's start: the model itself, or the pool's member whose turn it is; null: there is no such pool any more. */
  route(choice: ModelChoice): Route | null {
    const name = poolName(choice.model)
    if (name === null) return { choice, instead: () => null }
    const { pools } = this.#config
    const pool = Object.hasOwn(pools, name) ? pools[name] : undefined
    if (pool === undefined) return null
    const state = this.#state(name)
    const members = membersInOrder(pool, state, this.#clock.now())
    this.#states.set(name, withTurn(state))
    return this.#routeOver(name, members)
  }

  #routeOver(name: string, [choice, ...rest]: readonly ModelChoice[]): Route | null {
    if (choice === undefined) return null
    const instead = (error: AppError): Route | null => {
      const restMs = restAfter(error)
      if (restMs === null) return null
      this.#states.set(name, withRest(this.#state(name), choice, this.#clock.now() + restMs))
      return this.#routeOver(
        name,
        rest.filter((member) => memberKey(member) !== memberKey(choice)),
      )
    }
    return { choice, instead }
  }

  #state(name: string): PoolState {
    return this.#states.get(name) ?? FRESH_POOL
  }
}
