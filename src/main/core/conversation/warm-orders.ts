import type { AgentRecord } from '../../../shared/agent-summary.ts'
import type { AgentId } from '../../../shared/ids.ts'
import {
  isInForce,
  KEEP_WARM_MS,
  type KeepWarmOrders,
  type KeepWarmScope,
  type KeepWarmState,
  orderFor,
  parseKeepWarmOrders,
} from '../../../shared/keep-warm.ts'
import { mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { AGENT_KILLED } from '../agents/agent-tree.ts'
import { warmPlan, type WarmPlan, warmRefusal } from '../caching/warm-plan.ts'
import { StoredSetting } from '../stored-setting.ts'
import type { TurnServices } from './turn-services.ts'

const ORDERS = {
  key: 'keep_warm' as const,
  empty: {},
  parse: parseKeepWarmOrders,
  damaged: 'The stored orders are damaged.',
}

/** Which agents are kept warm at the user's request, for how long, and what it costs. Kept in the database. */
export class WarmOrders {
  readonly #services: TurnServices
  readonly #orders: StoredSetting<KeepWarmOrders>

  constructor(services: TurnServices) {
    this.#services = services
    this.#orders = new StoredSetting<KeepWarmOrders>(services.settings, ORDERS)
  }

  /** Gives an agent an order, or (null) ends the one that applies to it. */
  async set(agentId: AgentId, scope: KeepWarmScope | null): Promise<Result<KeepWarmState>> {
    const { tree, clock, catalog } = this.#services
    const agent = tree.get(agentId)
    if (agent === undefined) return refuse(`No agent: ${agentId}`)
    if (scope !== null && agent.status === 'killed') return refuse(AGENT_KILLED)
    const refusal = scope === 'agent' ? warmRefusal(agent, catalog) : null
    if (refusal !== null) return refuse(refusal)
    const changed = await this.#orders.change((orders) => {
      const now = clock.now()
      const { [agentId]: _own, ...others } = recent(orders, now)
      if (scope !== null) return { ...others, [agentId]: { scope, until: now + KEEP_WARM_MS, ended: null } }
      const { [orderFor(tree.lineage(agentId), others, now)?.agentId ?? '']: _above, ...rest } = others
      return rest
    })
    return changed.ok ? this.state(agentId) : changed
  }

  /** Ends the order that applies to an agent, with the reason that the window shows. */
  async end(agentId: AgentId, reason: string): Promise<Result<boolean>> {
    const { tree, clock } = this.#services
    const changed = await this.#orders.change((orders) => {
      const found = orderFor(tree.lineage(agentId), orders, clock.now())
      return found === null ? { ...orders } : { ...orders, [found.agentId]: { ...found.order, ended: reason } }
    })
    return mapOk(changed, () => true)
  }

  /** Returns the living agents that an order applies to. Orders have no effect on killed agents and those of other homes. */
  async agents(): Promise<Result<readonly AgentRecord[]>> {
    const { clock } = this.#services
    const orders = await this.#orders.read()
    if (!orders.ok) return orders
    const now = clock.now()
    const found = new Map<AgentId, AgentRecord>()
    for (const [id, order] of Object.entries(orders.value)) {
      if (!isInForce(order, now)) continue
      for (const agent of this.#inScope(id, order.scope)) found.set(agent.id, agent)
    }
    return ok([...found.values()])
  }

  async state(agentId: AgentId): Promise<Result<KeepWarmState>> {
    const { tree, clock, catalog } = this.#services
    const agent = tree.get(agentId)
    if (agent === undefined) return refuse(`No agent: ${agentId}`)
    const orders = await this.#orders.read()
    if (!orders.ok) return orders
    const found = orderFor(tree.lineage(agentId), orders.value, clock.now())
    return ok({
      order: found && { agentId: found.agentId, scope: found.order.scope, until: found.order.until },
      ended: found === null ? this.#ended(agentId, orders.value) : null,
      refusal: agent.status === 'killed' ? AGENT_KILLED : warmRefusal(agent, catalog),
      usdPerHour: {
        agent: await this.#usdPerHour(this.#inScope(agentId, 'agent')),
        subtree: await this.#usdPerHour(this.#inScope(agentId, 'subtree')),
      },
    })
  }

  #ended(agentId: AgentId, orders: KeepWarmOrders): string | null {
    const order = orders[agentId]
    return order === undefined ? null : (order.ended ?? 'It ended after 8 hours.')
  }

  #inScope(agentId: AgentId, scope: KeepWarmScope): readonly AgentRecord[] {
    const { tree } = this.#services
    const own = tree.get(agentId)
    const agents = scope === 'subtree' ? tree.withDescendants(agentId) : own === undefined ? [] : [own]
    return agents.filter(({ status, home }) => status !== 'killed' && home === undefined)
  }

  /** Null: no agent has anything that can be kept warm, or a price is not known. */
  async #usdPerHour(agents: readonly AgentRecord[]): Promise<number | null> {
    const plans: WarmPlan[] = []
    for (const agent of agents) {
      const context = await this.#services.contexts.contextOf(agent.id)
      const plan = context.ok ? warmPlan(agent, context.value, this.#services) : null
      if (plan !== null) plans.push(plan)
    }
    if (plans.length === 0 || plans.some(({ usdPerHour }) => usdPerHour === null)) return null
    return plans.reduce((sum, { usdPerHour }) => sum + (usdPerHour ?? 0), 0)
  }
}

const DAY_MS = 24 * 60 * 60_000

/** The orders whose end may still be of interest. */
function recent(orders: KeepWarmOrders, now: number): KeepWarmOrders {
  return Object.fromEntries(Object.entries(orders).filter(([, { until }]) => now < until + DAY_MS))
}
