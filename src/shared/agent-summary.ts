import type { PlainAttributes } from './agent-attributes.ts'
import type { AppError } from './app-error.ts'
import type { CostSum } from './cost-sum.ts'
import type { ForkReason } from './fork-reason.ts'
import type { HomeId, HomeState } from './home.ts'
import type { AgentId, EventId } from './ids.ts'
import type { AgentProfile } from './agent-profile.ts'
import type { OutsideSession } from './outside-session.ts'
import type { ProviderName } from './providers.ts'
import type { ThinkingLevel } from './thinking-level.ts'
import type { TokenUsage } from './usage.ts'

/** A model of a provider. */
export interface ModelName {
  readonly provider: ProviderName
  /** Passed to the provider unchanged. */
  readonly model: string
}

/** The three fields that select an agent's model (docs/behaviour/models.md#choice). */
export interface ModelChoice extends ModelName {
  readonly thinkingLevel: ThinkingLevel
}

/** A node of the tree as stored. `AGENT_COLUMNS` says what the attributes mean that are the values of columns. */
export interface AgentRecord extends PlainAttributes {
  /** Null: no model configured. */
  readonly choice: ModelChoice | null
  /**
   * Tokens of all responses of the agent: its answers, interrupted answers, summaries and those that keep its cache
   * warm.
   */
  readonly usage: TokenUsage
  /** What the same responses cost. */
  readonly cost: CostSum
  /** The profile that it was made with, or inherited. It never changes. Missing: none. */
  readonly profile?: AgentProfile
  /** The home that runs its turns, if it is another than that of this engine. */
  readonly home?: HomeId
  /** The columns of its row whose values cannot be read; it has no turns then. Missing: none. */
  readonly unreadable?: readonly string[]
}

/** Why an agent can have no turns; null: its row is readable. */
export function unreadableText({ unreadable = [] }: AgentRecord): string | null {
  if (unreadable.length === 0) return null
  return `The row of this agent in the database has values that ikigai cannot read (${unreadable.join(', ')}), so it is shown as far as possible and does not work on. Another program or a restored file wrote them. Restore the agent from a backup, or correct its row.`
}

/** What an agent is doing. `failed` remains until its next turn. */
export type AgentActivity =
  /** `stopped`: the user ended its last turn; remains until the next one. */
  | { readonly type: 'idle'; readonly stopped?: true }
  /** `elsewhere`: another engine on the database runs the turn. What it does in detail is not known here. */
  | { readonly type: 'streaming'; readonly elsewhere?: true }
  | { readonly type: 'tools' }
  | { readonly type: 'needs_approval' }
  | { readonly type: 'retrying'; readonly at: number; readonly attempt: number }
  /** `earlier`: the log says so of a turn that this engine did not run. */
  | { readonly type: 'failed'; readonly error: AppError; readonly earlier?: true }

/** A command that runs in the background (docs/behaviour/tools.md#background-commands). */
export interface BackgroundCommand {
  readonly id: string
  readonly command: string
  /** ms since the epoch. */
  readonly startedAt: number
  /** The TCP ports on which it listens, ascending. Missing: none. */
  readonly ports?: readonly number[]
}

/** A background command of any agent. */
export interface AgentCommand extends BackgroundCommand {
  readonly agentId: AgentId
}

/** A turn that ended without an answer. `interrupted`: a part of its answer arrived. */
export interface UnfinishedTurn {
  readonly type: 'interrupted' | 'failed'
  /** The event that says so. */
  readonly eventId: EventId
}

/** A row of the tree in the window. */
export interface AgentSummary extends AgentRecord {
  readonly activity: AgentActivity
  /** The plain name of its model, such as `Sonnet 5.5`. Missing: it has none, or one that the catalogue does not know. */
  readonly modelName?: string
  /**
   * Estimated tokens of responses beyond what was reported, not part of `usage`. Missing if there are none or no agent
   * has a budget.
   */
  readonly estimatedTokens?: number
  /** Missing: none runs in this engine. */
  readonly background?: readonly BackgroundCommand[]
  /** Why the agent was forked. Missing: it is a root, or the log has not been read yet. */
  readonly forkReason?: ForkReason
  /** The newest of the agent's own messages. Missing: it has none, or the log has not been read yet. */
  readonly lastMessageId?: EventId
  /** When the newest of the agent's own messages was recorded; ISO 8601, UTC. Missing: as for `lastMessageId`. */
  readonly lastActivityAt?: string
  /**
   * How the agent's newest turn ended, if without an answer and not because the user stopped it. Missing: otherwise, or
   * the log has not been read yet.
   */
  readonly unfinished?: UnfinishedTurn
  /** Whether the user archived the agent, and with it all agents below it. */
  readonly archived?: true
  /** Whether the user pinned the agent. */
  readonly pinned?: true
  /** What the program of the outside agent offers. Missing: none answers, or it has not run in this engine. */
  readonly outside?: OutsideSession
  /** The branch of the git worktree that the agent has of its own. Missing: it has none. */
  readonly worktree?: string
  /**
   * The folder that the agent works in: absolute, symlinks resolved. Missing: it could not be read, or the engine runs a
   * single command and does not read it.
   */
  readonly folder?: string
  /** Whether the user has a terminal open in its folder, in this engine. Missing: no. */
  readonly hasTerminal?: boolean
  /** The agent's home, if it is not that of this engine: its turns run there only. */
  readonly otherHome?: HomeState
}

/** Returns whether a turn of the agent is running or waiting to continue. */
export function isBusy(activity: AgentActivity['type']): boolean {
  return activity !== 'idle' && activity !== 'failed'
}
