import { z } from 'zod'
import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AgentId } from '../../shared/ids.ts'

const MAX_RECENT = 100

const recentSchema = z.object({ ids: z.array(z.string()) })

/** The agents whose panes had the focus last, newest first. */
export type RecentAgents = Readonly<z.infer<typeof recentSchema>>

export type RecentAgentStore = StoreApi<RecentAgents>

export function createRecentAgentStore(): RecentAgentStore {
  return createStore(() => ({ ids: [] }))
}

/** Parses what was stored; null if it has another shape. */
export function parseRecentAgents(value: unknown): RecentAgents | null {
  const parsed = recentSchema.safeParse(value)
  return parsed.success ? { ids: parsed.data.ids.slice(0, MAX_RECENT) } : null
}

/** Puts an agent first. Returns the same object if it is first already. */
export function withRecentAgent(recent: RecentAgents, agentId: AgentId): RecentAgents {
  if (recent.ids[0] === agentId) return recent
  return { ids: [agentId, ...recent.ids.filter((each) => each !== agentId)].slice(0, MAX_RECENT) }
}
