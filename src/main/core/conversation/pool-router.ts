import type { ModelChoice } from '../../../shared/agent-summary.ts'
import type { AppError } from '../../../shared/app-error.ts'
import { isJsonObject, type JsonValue } from '../../../shared/json.ts'
import { poolName } from '../../../shared/model-pool.ts'
import type { Clock, Config, SettingsStore } from '../ports.ts'
import { StoredSetting } from '../stored-setting.ts'
import {
  FRESH_POOL,
  memberKey,
  membersInOrder,
  type PoolState,
  restAfter,
  withRest,
  withRestsOf,
  withTurn,
} from './routing.ts'

/** Who answers a turn, and who instead when that one fails before anything was shown. */
export interface Route {
  readonly choice: ModelChoice
  /** The next member to try; null: none is left, or the failure is not the member's. Each is tried once a turn. */
  readonly instead: (error: AppError) => Promise<Route | null>
}

type PoolStates = Readonly<Record<string, PoolState>>

/** In the database, so that the next process goes on with the next member and leaves those at rest alone. */
const STATES = {
  key: 'model_pools',
  empty: {},
  parse: parseStates,
  damaged: 'The stored state of the model pools is damaged.',
}

/** Keeps what pools must know between turns, for all processes on the database. Decisions are in routing.ts. */
export class PoolRouter {
  readonly #config: Pick<Config, 'pools'>
  readonly #clock: Clock
  readonly #stored: StoredSetting<PoolStates>
  /** What counts while the database does not answer. */
  #known: PoolStates = {}

  /** The pools of `config` are looked up at each turn's start. */
  constructor(config: Pick<Config, 'pools'>, clock: Clock, settings: SettingsStore) {
    this.#config = config
    this.#clock = clock
    this.#stored = new StoredSetting<PoolStates>(settings, STATES)
  }

  /** At a turn's start: the model itself, or the pool's member whose turn it is; null: there is no such pool any more. */
  async route(choice: ModelChoice): Promise<Route | null> {
    const name = poolName(choice.model)
    if (name === null) return { choice, instead: () => Promise.resolve(null) }
    const { pools } = this.#config
    const pool = Object.hasOwn(pools, name) ? pools[name] : undefined
    if (pool === undefined) return null
    const before = await this.#change(name, withTurn)
    return this.#routeOver(name, membersInOrder(pool, before, this.#clock.now()))
  }

  #routeOver(name: string, [choice, ...rest]: readonly ModelChoice[]): Route | null {
    if (choice === undefined) return null
    const instead = async (error: AppError): Promise<Route | null> => {
      const restMs = restAfter(error)
      if (restMs === null) return null
      const until = this.#clock.now() + restMs
      await this.#change(name, (state) => withRest(state, choice, until))
      return this.#routeOver(
        name,
        rest.filter((member) => memberKey(member) !== memberKey(choice)),
      )
    }
    return { choice, instead }
  }

  /** The state before the change, with the rests of all pools. No other process gets the same state. */
  async #change(name: string, change: (state: PoolState) => PoolState): Promise<PoolState> {
    const known = this.#known[name] ?? FRESH_POOL
    let before = withRestsOf(known, Object.values(this.#known))
    const stored = await this.#stored.change((states) => {
      const own = states[name] ?? FRESH_POOL
      before = withRestsOf(own, Object.values(states))
      return { ...states, [name]: change(own) }
    })
    this.#known = stored.ok ? stored.value : { ...this.#known, [name]: change(known) }
    return before
  }
}

/** Null: not what is stored here. */
function parseStates(stored: JsonValue): PoolStates | null {
  if (!isJsonObject(stored)) return null
  const states = Object.entries(stored).map(([name, state]) => [name, parseState(state)] as const)
  return Object.fromEntries(states)
}

/** What cannot be read counts as nothing: a pool that begins anew is no loss. */
function parseState(state: JsonValue): PoolState {
  if (!isJsonObject(state)) return FRESH_POOL
  const { turns, restingUntil } = state
  const rests = isJsonObject(restingUntil) ? Object.entries(restingUntil) : []
  return {
    turns: typeof turns === 'number' ? turns : 0,
    restingUntil: Object.fromEntries(rests.filter((rest): rest is [string, number] => typeof rest[1] === 'number')),
  }
}
