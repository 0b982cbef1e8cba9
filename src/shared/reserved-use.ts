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
})

/** What a request may use at most, kept from before it is sent until its response is recorded. */
export type ReservedUse = Readonly<z.infer<typeof reservedUseSchema>>
export type ReservedUses = Readonly<Record<AgentId, ReservedUse>>

const reservedUsesSchema = z.record(z.string(), reservedUseSchema)

/** Parses stored reservations; null if the value has another form. */
export function parseReservedUses(stored: unknown): ReservedUses | null {
  return reservedUsesSchema.safeParse(stored).data ?? null
}
