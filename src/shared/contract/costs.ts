import { oc, type } from '@orpc/contract'
import { z } from 'zod'

import type { Result } from '../result.ts'
import type { StandingRow } from '../standing.ts'
import { type UsageReport, usageRequestSchema } from '../usage-report.ts'
import { keepWarmScope, type KeepWarmState } from '../keep-warm.ts'
import { agentId } from './fields.ts'

export const usageContract = {
  /** Sums usage and cost by day, model, agent, purpose, pool or folder. Killed agents count too. */
  query: oc.input(usageRequestSchema).output(type<Result<UsageReport>>()),
  /** Returns which model wins at which kind of work (docs/sql.md#standing); within a kind the best first. */
  standing: oc.output(type<Result<readonly StandingRow[]>>()),
}

export const keepWarmContract = {
  /** Returns the agent's order, if there is one, and what keeping it warm would cost. Sends nothing. */
  get: oc.input(z.object({ agentId })).output(type<Result<KeepWarmState>>()),
  /** Keeps the beginning of the next request in the provider's cache; null: no longer. Returns the new state. */
  set: oc.input(z.object({ agentId, scope: keepWarmScope.nullable() })).output(type<Result<KeepWarmState>>()),
}
