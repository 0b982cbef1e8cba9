import type { ModelChoice } from '../../../shared/agent-summary.ts'
import { type AppError, ERRORS } from '../../../shared/app-error.ts'
import { isJsonObject, type JsonValue } from '../../../shared/json.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { type ModelPool, poolName } from '../../../shared/model-pool.ts'
import type { PoolChoice } from '../../../shared/pool-choice.ts'
import { inStrategyOrder, type KnownWork, NOTHING_KNOWN, type PoolMember } from '../models/pool-order.ts'
import type { Clock } from '../ports/system-ports.ts'
import type { Config } from '../ports/config-ports.ts'
import type { SettingsStore } from '../ports/log-ports.ts'
import { StoredSetting } from '../stored-setting.ts'
import type { WorkFacts } from '../usage/known-work.ts'

/** The model of a turn, and the next one if it fails before anything was shown. */
export interface Route {
  readonly choice: ModelChoice
  /** Name of the pool that the model was chosen from; null: none. */
  readonly pool: string | null
  /** Why the model was chosen; null: the pool does not follow the standing. */
  readonly reason: PoolChoice | null
  /**
   * Returns the next member to try; null if none is left or every member would fail in the same way. Each member is
   * tried once per turn.
   */
  readonly fallback: (error: AppError) => Promise<Route | null>
}

type PoolStates = Readonly<Record<string, PoolState>>

/** Kept in the database, so that the next process continues with the next member and respects cooldowns. */
const STATES = {
  key: 'model_pools' as const,
  empty: {},
  parse: parseStates,
  damaged: 'The stored state of the model pools is damaged.',
}

/** Chooses the model of each turn. The state of the pools is shared by all processes on the database. */
export class PoolRouter {
  readonly #config: Config
  readonly #clock: Clock
  readonly #stored: StoredSetting<PoolStates>
  readonly #workOf: WorkFacts['workOf']
  /** The last known state, used while the database is unavailable. */
  #lastStates: PoolStates = {}

  /** The pools of `config` are looked up at each turn's start. */
  constructor(config: Config, clock: Clock, settings: SettingsStore, workOf: WorkFacts['workOf']) {
    this.#config = config
    this.#workOf = workOf
    this.#clock = clock
    this.#stored = new StoredSetting<PoolStates>(settings, STATES)
  }

  /** For a turn that starts: the model itself, or the next member of the pool; null: the pool no longer exists. */
  async route(choice: ModelChoice, agentId: AgentId): Promise<Route | null> {
    const name = poolName(choice.model)
    if (name === null) return { choice, pool: null, reason: null, fallback: () => Promise.resolve(null) }
    const { pools } = this.#config
    const pool = Object.hasOwn(pools, name) ? pools[name] : undefined
    if (pool === undefined) return null
    const work = pool.strategy === 'best' ? await this.#workOf(agentId) : NOTHING_KNOWN
    const before = await this.#change(name, withTurn)
    return this.#routeOver(name, membersInOrder(pool, before, this.#clock.now(), work))
  }

  #routeOver(name: string, [first, ...rest]: readonly PoolMember[]): Route | null {
    if (first === undefined) return null
    const { choice, reason } = first
    const fallback = async (error: AppError): Promise<Route | null> => {
      const cooldownMs = cooldownAfter(error)
      if (cooldownMs === null) return null
      const until = this.#clock.now() + cooldownMs
      await this.#change(name, (state) => withCooldown(state, choice, until))
      return this.#routeOver(
        name,
        rest.filter((member) => memberKey(member.choice) !== memberKey(choice)),
      )
    }
    return { choice, pool: name, reason, fallback }
  }

  /**
   * Applies `change` to the pool's state and returns the state before it, with the cooldowns of all pools. No other
   * process gets the same state.
   */
  async #change(name: string, change: (state: PoolState) => PoolState): Promise<PoolState> {
    const lastState = this.#lastStates[name] ?? FRESH_POOL
    let before = withRestsOf(lastState, Object.values(this.#lastStates))
    const stored = await this.#stored.change((states) => {
      const own = states[name] ?? FRESH_POOL
      before = withRestsOf(own, Object.values(states))
      return { ...states, [name]: change(own) }
    })
    this.#lastStates = stored.ok ? stored.value : { ...this.#lastStates, [name]: change(lastState) }
    return before
  }
}

/** Null: not a valid state. */
function parseStates(stored: JsonValue): PoolStates | null {
  if (!isJsonObject(stored)) return null
  const states = Object.entries(stored).map(([name, state]) => [name, parseState(state)] as const)
  return Object.fromEntries(states)
}

/** An invalid state is replaced by an empty one, which loses only cooldowns and the position in the rotation. */
function parseState(state: JsonValue): PoolState {
  if (!isJsonObject(state)) return FRESH_POOL
  const { turns, coolingUntil } = state
  const rests = isJsonObject(coolingUntil) ? Object.entries(coolingUntil) : []
  return {
    turns: typeof turns === 'number' ? turns : 0,
    coolingUntil: Object.fromEntries(rests.filter((rest): rest is [string, number] => typeof rest[1] === 'number')),
  }
}

/** The state of a pool that is kept between turns. A type, not an interface, so that it is assignable to JSON. */
export type PoolState = {
  /** Turns started so far. */
  readonly turns: number
  /** End of each member's cooldown, ms since the epoch, by `memberKey`. */
  readonly coolingUntil: Readonly<Record<string, number>>
}

const FRESH_POOL: PoolState = { turns: 0, coolingUntil: {} }

/** Returns one key for equal members of all pools: a key that is refused in one pool is refused in all. */
function memberKey({ provider, model, thinkingLevel }: ModelChoice): string {
  return `${provider} ${model}/${thinkingLevel}`
}

/**
 * Returns the members in the order in which a turn that starts at `now` tries them: the strategy's order, with members
 * in cooldown last, earliest end first. No member is left out: a pool whose members are all in cooldown still answers
 * or returns an error.
 */
export function membersInOrder(pool: ModelPool, state: PoolState, now: number, work: KnownWork): readonly PoolMember[] {
  const restsUntil = ({ choice }: PoolMember): number => {
    const until = state.coolingUntil[memberKey(choice)] ?? 0
    return until > now ? until : 0
  }
  return inStrategyOrder(pool, state.turns, work).toSorted((a, b) => restsUntil(a) - restsUntil(b))
}

/** Length of a member's cooldown after a failure that other members may not have, ms; null: they would fail as well. */
export function cooldownAfter(error: AppError): number | null {
  const { poolCooldownMs } = ERRORS[error.category]
  return poolCooldownMs === null ? null : Math.max(poolCooldownMs, error.retryAfterMs ?? 0)
}

function withTurn(state: PoolState): PoolState {
  return { ...state, turns: state.turns + 1 }
}

function withCooldown(state: PoolState, member: ModelChoice, until: number): PoolState {
  return { ...state, coolingUntil: { ...state.coolingUntil, [memberKey(member)]: until } }
}

/**
 * Returns the state with the cooldowns of all pools, so that a member that failed in one pool is in cooldown in each.
 */
function withRestsOf(state: PoolState, pools: readonly PoolState[]): PoolState {
  const coolingUntil = { ...state.coolingUntil }
  for (const [member, until] of pools.flatMap((pool) => Object.entries(pool.coolingUntil))) {
    coolingUntil[member] = Math.max(until, coolingUntil[member] ?? 0)
  }
  return { ...state, coolingUntil }
}
