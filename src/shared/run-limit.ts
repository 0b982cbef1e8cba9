import { z } from 'zod'

import type { AgentId } from './ids.ts'

const runLimitSchema = z.object({
  /** The agents that share the limit, with all below them. */
  agents: z.array(z.string()).readonly(),
  /** US dollars. */
  maxUsd: z.number().nonnegative(),
  /** What the limit is of, for messages. */
  what: z.enum(['race', 'evaluation']),
})

/** The limit in dollars of a race or an evaluation. */
export type RunLimit = Readonly<z.infer<typeof runLimitSchema>>
/** By the agent of the race or evaluation. */
export type RunLimitsByAgent = Readonly<Record<AgentId, RunLimit>>

const runLimitsSchema = z.record(z.string(), runLimitSchema)

/** Parses stored limits; null if the value has another form. */
export function parseRunLimits(stored: unknown): RunLimitsByAgent | null {
  return runLimitsSchema.safeParse(stored).data ?? null
}
