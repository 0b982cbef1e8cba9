import { useEffect, useState } from 'react'

import { dayIn, type CalendarDay } from '../text/calendar-day.ts'
import type { UsageReport, UsageRequest } from '../../shared/usage-report.ts'
import { machineTimeZone } from '../../shared/time-zone.ts'
import { useActions } from '../hooks/app-context.ts'
import { useModels, useUsage } from '../hooks/use-stores.ts'
import { useNow } from '../parts/use-now.ts'

export interface UsageLoad {
  /** The last report that arrived; null: none yet. */
  readonly report: UsageReport | null
  /** Its request and when it arrived, ms since the epoch. */
  readonly request: UsageRequest | null
  readonly at: number
  /** Why the newest request failed; null: it did not. */
  readonly failure: string | null
  /** Whether `report` answers the newest request. */
  readonly isCurrent: boolean
}

const NOTHING = { report: null, request: null, at: 0, failure: null }

/** Loads a report, and again when responses were recorded. The previous one is kept until then. */
export function useUsageReport(request: UsageRequest): UsageLoad {
  const { usage } = useActions()
  const revision = useUsage((state) => state.revision)
  const [loaded, setLoaded] = useState<Omit<UsageLoad, 'isCurrent'>>(NOTHING)
  const [asked, setAsked] = useState({ request, revision })
  if (!isSame(asked.request, request) || asked.revision !== revision) setAsked({ request, revision })
  useEffect(() => {
    let isWanted = true
    void usage.query(asked.request).then((answer) => {
      if (!isWanted) return
      if (!answer.ok) return setLoaded((last) => ({ ...last, failure: answer.error.message }))
      setLoaded({ report: answer.value, request: asked.request, at: Date.now(), failure: null })
    })
    return () => {
      isWanted = false
    }
  }, [usage, asked])
  return { ...loaded, isCurrent: loaded.request !== null && isSame(loaded.request, request) }
}

function isSame(a: UsageRequest, b: UsageRequest): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Returns the day of the list prices; null: not known. */
export function usePricesAsOf(): CalendarDay | null {
  return useModels(({ list }) => list?.pricesAsOf ?? null)
}

const MINUTE_MS = 60_000

/** Returns the time zone of this machine and the day in it, also after midnight. */
export function useToday(): { readonly today: CalendarDay; readonly timeZone: string } {
  const now = useNow(MINUTE_MS)
  const { name: timeZone } = machineTimeZone(new Date(now).getTimezoneOffset())
  return { today: dayIn(timeZone, now), timeZone }
}
