import { oc, type } from '@orpc/contract'

import type { Result } from '../result.ts'
import type { StandingRow } from '../standing.ts'
import { type UsageReport, usageRequestSchema } from '../usage-report.ts'

export const usageContract = {
  /** Sums usage and cost by day, model, agent, purpose, pool or folder. Killed agents count too. */
  query: oc.input(usageRequestSchema).output(type<Result<UsageReport>>()),
  /** Returns which model wins at which kind of work (docs/sql.md#standing); within a kind the best first. */
  standing: oc.output(type<Result<readonly StandingRow[]>>()),
}
