import type { AgentId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { AgentWork, StandingRow } from '../../../shared/standing.ts'
import type { UsageFigures } from '../../../shared/usage-report.ts'
import type { ModelName } from '../../../shared/agent-summary.ts'

export interface UsageSumsRequest {
  readonly by: 'day' | 'model' | 'agent' | 'kind' | 'pool' | 'cause'
  /** First and last day in the time zone, `2026-11-20`, both included; null: no limit. */
  readonly from: string | null
  readonly to: string | null
  /** IANA name. */
  readonly timeZone: string
  /** Null: all agents. */
  readonly agentIds: readonly AgentId[] | null
  /** Kinds of events; null: all. */
  readonly kinds: readonly string[] | null
  /** Keys as in `UsageSum`, empty: not recorded; null: all. */
  readonly model: string | null
  /** A provider, or `endpoint/NAME`. */
  readonly provider: string | null
  readonly pool: string | null
  readonly cause: string | null
}

export interface UsageSum extends UsageFigures {
  /** A day, `provider/model`, an agent's id, `kind/agent's id`, a pool's name, or a `MissCause`; empty: not recorded. */
  readonly key: string
}

/** The last answers of models, which are named as they are sent to the provider. */
export interface RecentAnswers {
  /**
   * Returns the average length of a model's last answers to all agents, output tokens; null: there are none among the
   * last responses.
   */
  recentOutput(of: ModelName): Promise<Result<number | null>>
  /** Returns the agents that a model has answered among the last responses, the latest first, at most `limit`. */
  recentAgents(of: ModelName, limit: number): Promise<Result<readonly AgentId[]>>
}

/** Which models are good at which work. */
export interface WorkRecords {
  /** Returns how often models won, by kind of work; within one the best first. */
  standing(): Promise<Result<readonly StandingRow[]>>
  /** Returns what is known about an agent's own work: its folder, and what it has done so far. */
  workOf(agentId: AgentId): Promise<Result<AgentWork>>
}

/** Sums over all recorded responses, and how models did. */
export interface UsageStore extends RecentAnswers, WorkRecords {
  /** Returns one row per key, in no particular order. */
  sums(request: UsageSumsRequest): Promise<Result<readonly UsageSum[]>>
}
