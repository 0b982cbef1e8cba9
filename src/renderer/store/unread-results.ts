import { z } from 'zod'
import { createStore, type StoreApi } from 'zustand/vanilla'

import { type AgentSummary, isBusy } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'

const unreadSchema = z.object({ events: z.record(z.string(), z.number()) })

/** The newest message of each agent whose turn ended out of view; until the agent is shown, or has a newer message. */
export type UnreadResults = Readonly<z.infer<typeof unreadSchema>>

export type UnreadResultStore = StoreApi<UnreadResults>

export function createUnreadResultStore(): UnreadResultStore {
  return createStore(() => ({ events: {} }))
}

export function parseUnreadResults(value: unknown): UnreadResults | null {
  const parsed = unreadSchema.safeParse(value)
  return parsed.success ? parsed.data : null
}

/**
 * Returns whether a turn has ended with an answer for the user. Agents that a model forked answer to that model.
 * `before`: the same agent at an earlier time.
 */
export function hasNewResult(before: AgentSummary | undefined, after: AgentSummary): boolean {
  const { activity, unfinished, status, forkReason, lastMessageId } = after
  if (before === undefined || !isBusy(before.activity.type)) return false
  if (activity.type !== 'idle' || activity.stopped === true || unfinished !== undefined) return false
  return status !== 'killed' && forkReason !== 'tool' && lastMessageId !== undefined
}

export function isUnread({ events }: UnreadResults, { id, lastMessageId, status }: AgentSummary): boolean {
  return events[id] !== undefined && events[id] === lastMessageId && status !== 'killed'
}

/** Returns the agents with an unread result, the oldest result first. */
export function unreadAgents(agents: Iterable<AgentSummary>, unread: UnreadResults): readonly AgentSummary[] {
  return [...agents]
    .filter((agent) => isUnread(unread, agent))
    .toSorted((a, b) => (a.lastMessageId ?? 0) - (b.lastMessageId ?? 0))
}

export function withUnread({ events }: UnreadResults, agents: readonly AgentSummary[]): UnreadResults {
  const added = agents.flatMap(({ id, lastMessageId }) =>
    lastMessageId === undefined ? [] : [[id, lastMessageId] as const],
  )
  return { events: { ...events, ...Object.fromEntries<number>(added) } }
}

/** Returns the same object if none of the agents has an unread result. */
export function withRead(unread: UnreadResults, agentIds: Iterable<AgentId>): UnreadResults {
  const read = new Set(agentIds)
  const left = Object.entries(unread.events).filter(([agentId]) => !read.has(agentId))
  return left.length === Object.keys(unread.events).length ? unread : { events: Object.fromEntries(left) }
}
