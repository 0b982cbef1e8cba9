import { z } from 'zod'
import { createStore, type StoreApi } from 'zustand/vanilla'

const MAX_RECENT = 5

const recentSchema = z.object({ ids: z.array(z.string()) })

/** The commands that were chosen last in the palette, newest first. */
export type RecentCommands = Readonly<z.infer<typeof recentSchema>>

export type RecentCommandStore = StoreApi<RecentCommands>

export function createRecentCommandStore(): RecentCommandStore {
  return createStore(() => ({ ids: [] }))
}

export function parseRecentCommands(value: unknown): RecentCommands | null {
  const parsed = recentSchema.safeParse(value)
  return parsed.success ? { ids: parsed.data.ids.slice(0, MAX_RECENT) } : null
}

/** Puts a command first. */
export function withRecent({ ids }: RecentCommands, id: string): RecentCommands {
  return { ids: [id, ...ids.filter((each) => each !== id)].slice(0, MAX_RECENT) }
}
