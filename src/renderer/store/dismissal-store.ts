import { z } from 'zod'
import { createStore, type StoreApi } from 'zustand/vanilla'

const dismissalSchema = z.object({ events: z.record(z.string(), z.number()) })

/** The failure of each agent that the user dismissed from the inbox, by the event that records it. */
export type Dismissals = Readonly<z.infer<typeof dismissalSchema>>

export type DismissalStore = StoreApi<Dismissals>

export function createDismissalStore(): DismissalStore {
  return createStore(() => ({ events: {} }))
}

export function parseDismissals(value: unknown): Dismissals | null {
  const parsed = dismissalSchema.safeParse(value)
  return parsed.success ? parsed.data : null
}
