import { z } from 'zod'
import { createStore, type StoreApi } from 'zustand/vanilla'

import { USAGE_DIMENSIONS } from '../../shared/usage-report.ts'
import type { DelayScheduler } from './delayed-writes.ts'
import { USAGE_PERIODS } from './usage-period.ts'

const usagePageSchema = z.object({
  open: z.boolean(),
  /** Percent of the window; null: default width. */
  width: z.number().nullable(),
  period: z.enum(USAGE_PERIODS),
  by: z.enum(USAGE_DIMENSIONS),
})
/** The part of the usage page that is saved. */
export type UsagePageState = Readonly<z.infer<typeof usagePageSchema>>
export type UsagePageStore = StoreApi<UsagePageState>

export function createUsagePageStore(): UsagePageStore {
  return createStore(() => ({ open: false, width: null, period: '30days', by: 'day' }))
}

export function parseUsagePage(value: unknown): UsagePageState | null {
  const parsed = usagePageSchema.safeParse(value)
  return parsed.success ? parsed.data : null
}

interface UsageState {
  /** Grows when figures may have changed: they are loaded again. */
  readonly revision: number
  /** Grows when the user opens the page, which then takes the focus. */
  readonly opened: number
}

export interface UsageRevisionStore extends StoreApi<UsageState> {
  /** Notes that responses were recorded. Several in a short time count as one. */
  changed(): void
}

export function createUsageRevisionStore(delay: DelayScheduler): UsageRevisionStore {
  const store = createStore<UsageState>(() => ({ revision: 0, opened: 0 }))
  let isWaiting = false
  return {
    ...store,
    changed() {
      // The delay does not begin anew: figures also change while answers arrive all the time.
      if (isWaiting) return
      isWaiting = true
      delay(() => {
        isWaiting = false
        store.setState(({ revision }) => ({ revision: revision + 1 }))
      })
    },
  }
}
