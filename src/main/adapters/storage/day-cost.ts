import { and, gte, sql } from 'drizzle-orm'

import type { HomeId } from '../../../shared/home.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { DayCost } from '../../core/ports/search-ports.ts'
import type { Database } from './database-clients.ts'
import { responses } from './schema/usage.ts'
import { toResult } from './storage-error.ts'

const ZERO = { usd: 0, unpriced: 0, partial: 0 }

/** Returns what all responses that engines of a home have recorded since midnight cost, by this machine's time zone. `now`: ms since the epoch. */
export async function costToday(database: Database, home: HomeId, now: number): Promise<Result<DayCost>> {
  const midnight = new Date(now)
  midnight.setHours(0, 0, 0, 0)
  const found = await toResult(() =>
    database
      .select({
        usd: sql`coalesce(sum(${responses.costUsd}), 0)`.mapWith(Number),
        unpriced: sql`count(*) filter (where ${responses.costUsd} is null)`.mapWith(Number),
        partial: sql`count(*) filter (where ${responses.isLowerBound})`.mapWith(Number),
      })
      .from(responses)
      .where(
        and(
          gte(responses.createdAt, midnight),
          sql`exists (select from messages join sessions on sessions.id = messages.session_id
            where messages.id = ${responses.eventId} and sessions.home = ${home})`,
        ),
      ),
  )
  return found.ok ? ok({ day: localDate(midnight), cost: found.value[0] ?? ZERO }) : found
}

function localDate(date: Date): string {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'))
  return `${date.getFullYear()}-${month}-${day}`
}
