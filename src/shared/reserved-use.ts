import { z } from 'zod'

import type { AgentId } from './ids.ts'

const reservedUseSchema = z.object({
  /** Input and the most output, tokens. */
  tokens: z.number().nonnegative(),
  /** US dollars; 0 without a known price. */
  usd: z.number().nonnegative(),
  /** The engine that sends the request. */
  engine: z.string(),
  /**
   * When the response was recorded, ms since the epoch. Other engines count the entry a little longer, until they have
   * read what was recorded. Missing: the request runs.
   */
  settledAt: z.number().exactOptional(),
  /**
   * When it was reserved, ms since the epoch, if the request needs no turn and so no lease shows that its engine lives.
   */
  reservedAt: z.number().exactOptional(),
})

/** What a request may use at most, kept from before it is sent until its response is recorded. */
export type ReservedUse = Readonly<z.infer<typeof reservedUseSchema>>
/** By the agent whose turn sends the request, or by `warmKey`. */
export type ReservedUses = Readonly<Record<string, ReservedUse>>

const WARM = 'keep_warm:'

/** The key of a request that keeps an agent's cache warm: it can run beside a turn of the agent in another engine. */
export function warmKey(agentId: AgentId): string {
  return `${WARM}${agentId}`
}

/** Whether a key is one of `warmKey`. */
export function isWarmKey(key: string): boolean {
  return key.startsWith(WARM)
}

/** Returns the agent that sends the request. */
export function agentOf(key: string): AgentId {
  return isWarmKey(key) ? key.slice(WARM.length) : key
}

const reservedUsesSchema = z.record(z.string(), reservedUseSchema)

/** Parses stored reservations; null if the value has another form. */
export function parseReservedUses(stored: unknown): ReservedUses | null {
  return reservedUsesSchema.safeParse(stored).data ?? null
}
