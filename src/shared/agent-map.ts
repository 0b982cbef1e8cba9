import { z } from 'zod'

import { agentId, eventId } from './contract/fields.ts'
import type { CostSum } from './cost-sum.ts'
import type { KindWith } from './event-facts.ts'
import type { ForkReason } from './fork-reason.ts'
import type { AgentId, EventId } from './ids.ts'

/** Most points of a page. */
export const MAX_MAP_POINTS = 2_000

export const agentMapRequestSchema = z.object({
  /** Only this agent and its descendants. Missing: all agents. */
  agentId: agentId.optional(),
  /** Only events with smaller ids: `olderBefore` of the page before. Missing: the newest ones. */
  beforeId: eventId.optional(),
  /** Only events with greater ids. Missing: no limit. */
  afterId: eventId.optional(),
  limit: z.number().int().min(1).max(MAX_MAP_POINTS),
})
export type AgentMapRequest = z.output<typeof agentMapRequestSchema>

/** What arrives at an agent: a prompt, mail of another agent, or what was merged from others. By kind of event. */
export const ARRIVALS = { user: 'prompt', mail: 'mail', merge: 'merge' } as const satisfies Readonly<
  Record<KindWith<'message', 'whole'> & KindWith<'rerun', 'question'>, string>
>

/** Something that arrived at an agent. */
export interface MapPoint {
  readonly eventId: EventId
  readonly kind: (typeof ARRIVALS)[keyof typeof ARRIVALS]
  /** ISO 8601, UTC. */
  readonly at: string
  /** The beginning of the text as one line; empty: it was redacted, or there are only files. */
  readonly text: string
  /** The agents that mail or a merge came from. Empty: a prompt. */
  readonly from: readonly AgentId[]
}

/** An agent over time, from where it was created or forked. */
export interface MapLine {
  readonly agentId: AgentId
  readonly name: string
  /** Null: a root. */
  readonly parentId: AgentId | null
  /** Missing: a root. */
  readonly forkReason?: ForkReason
  /** ISO 8601, UTC. */
  readonly createdAt: string
  /** When its newest own message was recorded; ISO 8601, UTC. Null: it has none. */
  readonly lastActivityAt: string | null
  /** What its own responses cost. */
  readonly cost: CostSum
  /** What it and all its descendants cost. */
  readonly costWithBelow: CostSum
  /** Those of the page, oldest first. */
  readonly points: readonly MapPoint[]
}

export interface AgentMapPage {
  /** The agents that have points in the page, and those above them, oldest first. */
  readonly lines: readonly MapLine[]
  /** Where to read on for older points (`beforeId`); null: there are none. */
  readonly olderBefore: EventId | null
}
