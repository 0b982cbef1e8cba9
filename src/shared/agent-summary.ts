import type { AppError } from './app-error.ts'
import type { AgentId, EventId } from './ids.ts'
import type { ProviderName } from './providers.ts'
import type { ThinkingLevel } from './thinking-level.ts'
import type { TokenUsage } from './usage.ts'

/** The three fields that say what an agent talks to (docs/behaviour/models.md#choice). */
export interface ModelChoice {
  readonly provider: ProviderName
  /** Passed to the provider exactly so. */
  readonly model: string
  readonly thinkingLevel: ThinkingLevel
}

/** A node of the tree as stored. */
export interface AgentRecord {
  readonly id: AgentId
  /** What a person called it, else the beginning of its first prompt; empty: it goes by its short id. */
  readonly name: string
  readonly parentId: AgentId | null
  /** The last event of the parent that this agent inherited; null for a root. */
  readonly forkEventId: EventId | null
  /** Only events of the parent after this one are inherited (`/fork MARK`); null: its whole effective context. */
  readonly forkFromId: EventId | null
  /** Null: no model configured. */
  readonly choice: ModelChoice | null
  readonly status: 'running' | 'killed'
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly endedAt: string | null
  /** Sum over the agent's own answers. */
  readonly usage: TokenUsage
  readonly unreadMail: number
  /** A mail starts a turn of this agent, with the mail as its prompt. Off unless a person switched it on. */
  readonly wakeOnMail: boolean
  /** Prompts that wait for the end of a turn. */
  readonly queuedPrompts: number
}

/** What an agent is doing in the engine that runs it. `failed` holds until its next turn. */
export type AgentActivity =
  /** `stopped`: a person has ended its last turn; holds until the next one. */
  | { readonly type: 'idle'; readonly stopped?: true }
  | { readonly type: 'streaming' }
  | { readonly type: 'tools' }
  | { readonly type: 'needs_approval' }
  | { readonly type: 'retrying'; readonly at: number; readonly attempt: number }
  | { readonly type: 'failed'; readonly error: AppError }

/** A row of the tree in the window. */
export interface AgentSummary extends AgentRecord {
  readonly activity: AgentActivity
  /** Tokens of answers without reported usage, estimated; missing: none, or no agent has a budget. Not in `usage`. */
  readonly estimatedTokens?: number
}

/** A turn of the agent runs, or waits to go on. */
export function isBusy(activity: AgentActivity['type']): boolean {
  return activity !== 'idle' && activity !== 'failed'
}
