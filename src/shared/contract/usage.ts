import { type } from '@orpc/contract'

import type { Result } from '../result.ts'
import type { StandingRow } from '../standing.ts'
import { type UsageReport, usageRequestSchema } from '../usage-report.ts'
import { operation } from './operation.ts'

export const usageContract = {
  /** Sums usage and cost by day, model, agent, purpose, pool or folder. Killed agents count too. */
  query: operation('read').input(usageRequestSchema).output(type<Result<UsageReport>>()),
  /** Returns which model wins at which kind of work (docs/sql.md#standing); within a kind the best first. */
  standing: operation('read').output(type<Result<readonly StandingRow[]>>()),
}
