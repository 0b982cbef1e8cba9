import { z } from 'zod'

import type { AgentEvent } from './agent-event.ts'
import { eventTime } from './exact-time.ts'
import type { AgentId, EventId } from './ids.ts'

/** How often an agent goes on by itself until a user acts on it again. */
export const MOST_RETURNS = 5
/** A limit that resets later than this is not waited for, ms. */
export const LONGEST_LIMIT_WAIT_MS = 24 * 60 * 60_000
/** Clocks of servers differ a little from this one, ms. */
const MARGIN_MS = 1_000

const orderSchema = z.object({
  /** How often the agent has gone on by itself since a user acted. */
  times: z.number().int().nonnegative(),
  /** The failure after which it went on last; null: none. */
  eventId: z.number().int().nullable(),
  /** When that began, ms since the epoch. */
  begunAt: z.number(),
  /** Why it does not go on any more; null: it does. */
  ended: z.string().nullable(),
})
const ordersSchema = z.record(z.string(), orderSchema)

/** A user's permission for an agent to go on by itself when the limit that stopped it resets. */
export type LimitReturnOrder = Readonly<z.infer<typeof orderSchema>>
export type LimitReturnOrders = Readonly<Record<AgentId, LimitReturnOrder>>

export const NEW_LIMIT_RETURN: LimitReturnOrder = { times: 0, eventId: null, begunAt: 0, ended: null }

/** Parses stored orders; null if the value has another form. */
export function parseLimitReturns(stored: unknown): LimitReturnOrders | null {
  return ordersSchema.safeParse(stored).data ?? null
}

/** A limit that has stopped an agent and that its provider named the end of. */
export interface ReachedProviderLimit {
  readonly eventId: EventId
  /** When it resets, ms since the epoch. */
  readonly resetsAt: number
}

/** Kinds that are recorded after a turn without an act of a user. */
const BY_ITSELF: readonly AgentEvent['kind'][] = ['checkpoint', 'keep_warm']

/**
 * Returns the limit that an agent's newest turn failed at; null: it did not, its provider named no time, or a user has acted since.
 * `newest`: the agent's newest own events, oldest first.
 */
export function reachedLimit(newest: readonly AgentEvent[]): ReachedProviderLimit | null {
  const last = newest.findLast(({ kind }) => !BY_ITSELF.includes(kind))
  if (last?.kind !== 'error' || last.data.category !== 'RATE_LIMIT') return null
  const after = last.data.retry_after_ms
  return after === undefined ? null : { eventId: last.id, resetsAt: eventTime(last) + after + MARGIN_MS }
}

/** Returns how often an agent has gone on by itself since a user acted. `newest`: as in `reachedLimit`. */
export function returnsSinceUser({ times, eventId }: LimitReturnOrder, newest: readonly AgentEvent[]): number {
  const hasActed = newest.some(({ kind, id }) => kind === 'user' && id > (eventId ?? 0))
  return hasActed ? 0 : times
}

/** `times`: too often without a user. `wait`: the limit resets too late. `ended`: it could not begin. */
export interface LimitReturnProblem {
  readonly kind: 'times' | 'wait' | 'ended'
  /** In English. */
  readonly text: string
}

/** What is shown of one agent. */
export interface LimitReturnState {
  /** Whether it goes on by itself. */
  readonly isOn: boolean
  /** When the limit that stopped it resets, ms since the epoch; null: none did, or its provider named no time. */
  readonly resetsAt: number | null
  /** How often it has gone on since a user acted, of `most` times. */
  readonly times: number
  readonly most: number
  /** Why it does not go on although it is on; null: it does. */
  readonly problem: LimitReturnProblem | null
}

/** An agent that waits for the end of a limit. */
export interface LimitWait {
  readonly agentId: AgentId
  /** ms since the epoch. */
  readonly resetsAt: number
}

/** Why an agent does not wait for a limit; null: it does. `now`: ms since the epoch. */
export function returnProblem(
  order: LimitReturnOrder,
  reached: ReachedProviderLimit,
  times: number,
  now: number,
): LimitReturnProblem | null {
  if (order.ended !== null) return { kind: 'ended', text: order.ended }
  if (times >= MOST_RETURNS) return { kind: 'times', text: TOO_OFTEN }
  return reached.resetsAt - now > LONGEST_LIMIT_WAIT_MS ? { kind: 'wait', text: TOO_LONG } : null
}

const TOO_OFTEN = `It has gone on ${MOST_RETURNS} times without a user. Send a prompt, or try again.`
const TOO_LONG = 'The limit resets in more than a day, for which it does not wait.'
