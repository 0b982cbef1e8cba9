import { z } from 'zod'

import type { AgentId } from './ids.ts'

/** Longest time that an order is in force, ms. */
export const KEEP_WARM_MS = 8 * 60 * 60_000

/** `agent`: the agent alone. `subtree`: the agent and all its descendants. */
export const keepWarmScope = z.enum(['agent', 'subtree'])
export type KeepWarmScope = z.infer<typeof keepWarmScope>

const orderSchema = z.object({
  scope: keepWarmScope,
  /** End of the order, ms since the epoch. */
  until: z.number(),
  /** Why it ended before; null: it has not. */
  ended: z.string().nullable(),
})
const ordersSchema = z.record(z.string(), orderSchema)

/** An order of the user to keep an agent's beginning in the provider's cache. */
export type KeepWarmOrder = Readonly<z.infer<typeof orderSchema>>
export type KeepWarmOrders = Readonly<Record<AgentId, KeepWarmOrder>>

/** Parses stored orders; null if the value has another form. */
export function parseKeepWarmOrders(stored: unknown): KeepWarmOrders | null {
  return ordersSchema.safeParse(stored).data ?? null
}

/** Whether the order is in force. `now`: ms since the epoch. */
export function isInForce({ until, ended }: KeepWarmOrder, now: number): boolean {
  return ended === null && now < until
}

/**
 * Returns the order that applies to the first agent of `lineage`, and the agent that has it; null: none is in force.
 */
export function orderFor(
  lineage: readonly AgentId[],
  orders: KeepWarmOrders,
  now: number,
): { readonly agentId: AgentId; readonly order: KeepWarmOrder } | null {
  for (const [distance, agentId] of lineage.entries()) {
    const order = orders[agentId]
    if (order === undefined || !isInForce(order, now)) continue
    if (order.scope === 'subtree' || distance === 0) return { agentId, order }
  }
  return null
}

/** What the window shows of one agent. */
export interface KeepWarmState {
  /** The order in force; null: none. */
  readonly order: {
    /** The agent that has it: this one, or an ancestor. */
    readonly agentId: AgentId
    readonly scope: KeepWarmScope
    /** ms since the epoch. */
    readonly until: number
  } | null
  /** Why this agent's last order ended by itself; null: it did not. */
  readonly ended: string | null
  /** Why the agent's beginning cannot be kept warm; null: it can. */
  readonly refusal: string | null
  /** Estimated price, US dollars an hour; null: not known. `subtree`: for all agents that can be kept warm now. */
  readonly usdPerHour: Readonly<Record<KeepWarmScope, number | null>>
}
