import type { AnswerSource } from '../../../shared/answer-source.ts'
import type { MapPoint } from '../../../shared/agent-map.ts'
import type { AppError } from '../../../shared/app-error.ts'
import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { UnfinishedTurn } from '../../../shared/agent-summary.ts'
import type { CostSum } from '../../../shared/cost-sum.ts'
import type { ForkReason } from '../../../shared/fork-reason.ts'
import type { AgentId, EventId, TurnId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'

/** What the log says of an agent that was forked or that others were forked from. */
export interface ForkFact {
  readonly agentId: AgentId
  /** Null: a root. */
  readonly reason: ForkReason | null
  /** Whether it was forked for a task of its own. Missing: no. */
  readonly delegated?: boolean
  /** What a judge was forked to judge. Null or missing: it is none, or an older one. */
  readonly judged?: readonly AnswerSource[] | null | undefined
  /** Null: it has no message of its own. */
  readonly lastMessageId: EventId | null
  /** When that message was recorded; ISO 8601, UTC. */
  readonly lastActivityAt: string | null
  /** Null: its newest turn was answered or stopped by the user, or a later event ended it. */
  readonly unfinished: UnfinishedTurn | null
  /** Of a failed turn: its error. Null or missing: it did not fail, or the error cannot be read. */
  readonly failure?: AppError | null | undefined
}

interface EstimatedEvent {
  readonly eventId: EventId
  readonly agentId: AgentId
  readonly tokens: number
}

/** The periods of this machine's calendar that have a limit. */
export type LimitPeriod = 'day' | 'month'

/** The cost of one day or month. */
export interface DayCost {
  /** Its first day, ISO date, by this machine's time zone. */
  readonly day: string
  readonly cost: CostSum
}

export interface FindOptions {
  /** Maximum number of events. */
  readonly limit: number
  /** Only events with smaller ids. */
  readonly beforeId: EventId
}

interface SearchedEvents {
  readonly events: readonly AgentEvent[]
  /** Events with smaller ids were not searched, because it would have taken too long; 0: all were. */
  readonly searchedFrom: EventId
}

/** What agents changed in files, and why. */
export interface CheckpointLog {
  /** Returns the agent's own `checkpoint` events, oldest first. */
  checkpoints(agentId: AgentId): Promise<Result<readonly AgentEvent[]>>
  /** Returns the `checkpoint` events of all agents in these folders, oldest first. */
  checkpointsIn(folders: readonly string[]): Promise<Result<readonly AgentEvent[]>>
  /**
   * Returns the events of a turn, oldest first, with what came since the answer before it and is the agent's own: the
   * newest prompt, and the merges that were not taken out again.
   */
  turn(agentId: AgentId, turnId: TurnId): Promise<Result<readonly AgentEvent[]>>
}

export interface EstimateLog {
  /**
   * Returns the events with estimated tokens, as far as these were not reported too. Reads the whole log. In no
   * particular order.
   */
  estimates(): Promise<Result<readonly EstimatedEvent[]>>
}

export interface ForkFactLog {
  /** Returns the facts of all agents. Reads the whole log. In no particular order. */
  forkFacts(): Promise<Result<readonly ForkFact[]>>
}

export interface ContextEditLog {
  /**
   * Returns the `clear`, `rewind` and `summary` events of these agents, which removed something from their contexts. In
   * no particular order.
   */
  contextEdits(agentIds: readonly AgentId[]): Promise<Result<readonly AgentEvent[]>>
}

export interface DayCosts {
  /** Returns what all responses of the current day or month cost, by this machine's time zone. `now`: ms since the epoch. */
  costIn(period: LimitPeriod, now: number): Promise<Result<DayCost>>
}

/** Which points of a map to read. Ids are exclusive. */
export interface MapPointOptions {
  /** Null: of all agents. */
  readonly agentIds: readonly AgentId[] | null
  readonly beforeId: EventId
  readonly afterId: EventId
  readonly limit: number
}

export interface FoundMapPoints {
  /** Newest first. The text is as long as a map may need it at most. */
  readonly points: readonly (MapPoint & { readonly agentId: AgentId })[]
  /** Events with smaller ids were not read, because it would have taken too long; 0: all were. */
  readonly readFrom: EventId
}

interface MapPointLog {
  /** Returns what arrived at agents, newest first. Reads a limited part of the log. */
  mapPoints(options: MapPointOptions): Promise<Result<FoundMapPoints>>
}

export interface LogSearch extends CheckpointLog, EstimateLog, ForkFactLog, ContextEditLog, DayCosts, MapPointLog {
  /** Returns events that contain the search text, newest first. */
  find(text: string, options: FindOptions): Promise<Result<SearchedEvents>>
}
