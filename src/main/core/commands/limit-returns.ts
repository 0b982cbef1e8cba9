import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { AgentId } from '../../../shared/ids.ts'
import {
  type LimitReturnOrders,
  type LimitReturnState,
  type LimitWait,
  MOST_RETURNS,
  NEW_LIMIT_RETURN,
  parseLimitReturns,
  reachedLimit,
  returnProblem,
  returnsSinceUser,
} from '../../../shared/limit-return.ts'
import { mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { AGENT_KILLED } from '../agents/agent-tree.ts'
import { catchBug } from '../conversation/catch-bug.ts'
import { StoredSetting } from '../stored-setting.ts'
import type { CommandServices } from './command-services.ts'

const ORDERS = {
  key: 'limit_returns' as const,
  empty: {},
  parse: parseLimitReturns,
  damaged: 'The list of agents that go on by themselves is damaged.',
}

/** Longest pause between two looks, ms: another engine may have changed the list, or the machine may have slept. */
const LOOK_MS = 20_000
/** An engine that ended between its note and the turn is taken for gone after this time, ms. */
const GONE_AFTER_MS = 60_000
/** As many of an agent's newest events as are read. */
const NEWEST = 100

/**
 * Lets agents go on by themselves when the limit of a provider that stopped them resets, where a user has allowed it. When
 * that is follows from the log, so that it survives restarts; several engines on a database do it once. A user who acts on
 * the agent meanwhile ends the wait.
 */
export class LimitReturns {
  readonly #services: CommandServices
  readonly #orders: StoredSetting<LimitReturnOrders>
  #waiting = new AbortController()
  #isClosed = false

  constructor(services: CommandServices) {
    this.#services = services
    this.#orders = new StoredSetting<LimitReturnOrders>(services.settings, ORDERS)
  }

  /** Follows the list until `close`. */
  async run(): Promise<void> {
    const { clock } = this.#services
    while (!this.#isClosed) {
      this.#waiting = new AbortController()
      const { signal } = this.#waiting
      await clock.sleep(await this.#look(), signal)
    }
  }

  /** Looks again without a pause. */
  wake(): void {
    this.#waiting.abort()
  }

  close(): void {
    this.#isClosed = true
    this.wake()
  }

  /** Allows an agent to go on by itself, or ends that. */
  async set(agentId: AgentId, isOn: boolean): Promise<Result<LimitReturnState>> {
    const agent = this.#services.tree.get(agentId)
    if (agent === undefined) return refuse(`No agent: ${agentId}`)
    if (isOn && agent.status === 'killed') return refuse(AGENT_KILLED)
    const changed = await this.#orders.change((orders) => {
      const { [agentId]: _, ...others } = orders
      return isOn ? { ...others, [agentId]: NEW_LIMIT_RETURN } : others
    })
    this.wake()
    return changed.ok ? this.state(agentId) : changed
  }

  async state(agentId: AgentId): Promise<Result<LimitReturnState>> {
    if (this.#services.tree.get(agentId) === undefined) return refuse(`No agent: ${agentId}`)
    const orders = await this.#orders.read()
    if (!orders.ok) return orders
    const newest = await this.#newest(agentId)
    if (!newest.ok) return newest
    const order = orders.value[agentId]
    const reached = reachedLimit(newest.value)
    const times = order === undefined ? 0 : returnsSinceUser(order, newest.value)
    return ok({
      isOn: order !== undefined,
      resetsAt: reached?.resetsAt ?? null,
      times,
      most: MOST_RETURNS,
      problem:
        order === undefined || reached === null
          ? null
          : returnProblem(order, reached, times, this.#services.clock.now()),
    })
  }

  /** Returns the agents that wait, the first one to go on first. */
  async waits(): Promise<Result<readonly LimitWait[]>> {
    const orders = await this.#orders.read()
    if (!orders.ok) return orders
    const found: LimitWait[] = []
    for (const agentId of Object.keys(orders.value)) {
      const state = this.#isAlive(agentId) ? await this.state(agentId) : null
      if (state?.ok !== true || state.value.problem !== null || state.value.resetsAt === null) continue
      found.push({ agentId, resetsAt: state.value.resetsAt })
    }
    return ok(found.toSorted((a, b) => a.resetsAt - b.resetsAt))
  }

  /** Lets those go on whose time has come; returns the time until the next look, ms. */
  async #look(): Promise<number> {
    const waits = await this.waits()
    let pause = LOOK_MS
    if (!waits.ok) return pause
    const { clock, logger } = this.#services
    for (const { agentId, resetsAt } of waits.value) {
      const left = resetsAt - clock.now()
      if (left > 0) pause = Math.min(pause, left)
      else await catchBug(() => this.#goOn(agentId), { agentId, fallback: () => undefined, logger })
    }
    return pause
  }

  #goOn(agentId: AgentId): Promise<void> {
    return this.#services.order.run(agentId, async () => {
      const { tree, loop, isBusy, clock, logger } = this.#services
      const agent = tree.get(agentId)
      if (this.#isClosed || agent === undefined || !this.#isAlive(agentId) || isBusy(agentId)) return
      const newest = await this.#newest(agentId)
      if (!newest.ok) return
      const reached = reachedLimit(newest.value)
      const now = clock.now()
      if (reached === null || reached.resetsAt > now) return
      const { eventId } = reached
      let isOurs = false
      const noted = await this.#orders.change((orders) => {
        const order = orders[agentId]
        const times = order === undefined ? 0 : returnsSinceUser(order, newest.value)
        const isTaken = order?.eventId === eventId && now - order.begunAt < GONE_AFTER_MS
        isOurs = order !== undefined && !isTaken && returnProblem(order, reached, times, now) === null
        return isOurs
          ? { ...orders, [agentId]: { times: times + 1, eventId, begunAt: now, ended: null } }
          : { ...orders }
      })
      if (!noted.ok || !isOurs) return
      const started = await loop.start(agent, { isWithoutUser: true })
      if (started.ok) return
      logger.warn('An agent did not go on after a limit', { agent: agentId, reason: started.error.message })
      // What is busy or unavailable is tried again; anything else is for the user.
      if (started.busy !== true && !started.error.retryable) await this.#end(agentId, started.error.message)
    })
  }

  async #end(agentId: AgentId, ended: string): Promise<Result<null>> {
    const changed = await this.#orders.change((orders) => {
      const order = orders[agentId]
      return order === undefined ? { ...orders } : { ...orders, [agentId]: { ...order, ended } }
    })
    return mapOk(changed, () => null)
  }

  #isAlive(agentId: AgentId): boolean {
    const agent = this.#services.tree.get(agentId)
    return agent !== undefined && agent.status !== 'killed' && agent.home === undefined
  }

  #newest(agentId: AgentId): Promise<Result<readonly AgentEvent[]>> {
    return this.#services.store.events({ agentId, limit: NEWEST })
  }
}
