import type { AgentEvent, NewEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord, ModelChoice, UnfinishedTurn } from '../../../shared/agent-summary.ts'
import type { CostSum } from '../../../shared/cost-sum.ts'
import type { Draft } from '../../../shared/contract/settings.ts'
import type { ForkReason } from '../../../shared/fork-reason.ts'
import type { AgentId, EventId, TurnId } from '../../../shared/ids.ts'
import type { JsonValue } from '../../../shared/json.ts'
import type { AgentProfile } from '../../../shared/agent-profile.ts'
import type { PromptQueue, QueuedPrompt } from '../../../shared/prompt-queue.ts'
import type { Result } from '../../../shared/result.ts'

/** The parts of the storage that core uses: the log, agents, mail, search and settings. */

export interface NewAgent {
  readonly id: AgentId
  readonly name: string
  readonly parentId: AgentId | null
  readonly forkEventId: EventId | null
  readonly forkFromId: EventId | null
  readonly choice: ModelChoice | null
  /** Missing: none. */
  readonly profile?: AgentProfile | undefined
}

export interface AgentChange {
  readonly id: AgentId
  readonly name?: string
  readonly choice?: ModelChoice
  readonly wakeOnMail?: boolean
}

/** Kills an agent and all its running descendants, whichever engine created them; each gets an `agent_killed` event. */
export interface Kill {
  readonly agentId: AgentId
  /** The value of `KilledData.by`. */
  readonly by: string
}

/** A message from one agent to another. It is either unread or read, and is kept permanently in both states. */
export interface Mail {
  readonly id: number
  readonly from: AgentId
  readonly to: AgentId
  readonly content: string
  /** ISO 8601, UTC. */
  readonly sentAt: string
}

/**
 * Facts that are committed atomically. A change is REFUSED as a whole if it gives a killed agent or a descendant of one
 * a child, a prompt (a `user` event) or a started turn, whichever engine killed the agent.
 */
export interface Change {
  readonly newAgents?: readonly NewAgent[]
  readonly agentChanges?: readonly AgentChange[]
  /**
   * Recorded in this order, with ascending ids. Tokens and costs of responses of all kinds are added to their agent's
   * `usage` and `cost`.
   */
  readonly events?: readonly NewEvent[]
  /** Turns that begin. Until they are settled, a crash is detected, even before the first text. */
  readonly startedTurns?: readonly StartedTurn[]
  /**
   * Turns whose journal is no longer needed, because what they streamed is in `events`. A turn that is also in
   * `startedTurns` continues.
   */
  readonly settledTurns?: readonly TurnId[]
  /**
   * New mail. The whole change is REFUSED if a recipient was killed or would have more than `MAX_UNREAD_MAIL` unread.
   */
  readonly newMail?: readonly Pick<Mail, 'from' | 'to' | 'content'>[]
  /** Mail that is read now. The whole change is REFUSED if one of them is already read: each is read exactly once. */
  readonly readMail?: readonly Mail[]
  /**
   * Prompts removed from the queue because they are sent. The whole change is REFUSED if one of them is no longer in
   * the queue as given here, or if its agent was killed: each is sent exactly once.
   */
  readonly sentPrompts?: readonly SentPrompt[]
  /** Its events and agents are committed after those of the rest of the change. */
  readonly kill?: Kill
}

export interface SentPrompt extends QueuedPrompt {
  readonly agentId: AgentId
}

export interface StartedTurn {
  readonly agentId: AgentId
  readonly turnId: TurnId
  readonly choice: ModelChoice
}

export interface Committed {
  readonly events: readonly AgentEvent[]
  /** New and changed agents, including those whose usage grew. */
  readonly agents: readonly AgentRecord[]
}

export interface EventRange {
  readonly agentId: AgentId
  /** Exclusive lower bound. */
  readonly afterId?: EventId
  /** Inclusive upper bound. */
  readonly upToId?: EventId
  /** Only the newest `limit` events of the range (still returned oldest first). */
  readonly limit?: number
}

/** The log and the agents. A change takes one round trip and is durable when the promise resolves. */
export interface Store {
  commit(change: Change): Promise<Result<Committed>>
  agents(): Promise<Result<readonly AgentRecord[]>>
  /** Returns the events of a range, oldest first. */
  events(range: EventRange): Promise<Result<readonly AgentEvent[]>>
  /** Calls the listener for commits of other engines on the same database, in commit order. */
  onRemoteCommit(listener: (committed: Committed) => void): () => void
}

/** Locks held while a turn runs, so that two engines on one database never run the same agent's turn. */
export interface TurnLeases {
  /** Null: another engine holds the lease. */
  acquire(agentId: AgentId): Promise<Result<TurnLease | null>>
}

export interface TurnLease {
  release(): Promise<void>
}

export interface MailStore {
  /** Returns the unread mail, oldest first. */
  unread(agentId: AgentId): Promise<Result<readonly Mail[]>>
  /**
   * Returns recent mail of the agent, read or not, in no particular order, by the database's clock. Only the newest
   * mail is searched.
   */
  sentBy(agentId: AgentId, withinMs: number): Promise<Result<readonly Mail[]>>
}

/**
 * Prompts that wait for the end of a turn. A prompt leaves the queue by `remove`, or by the commit that sends it. Every
 * change is published to the other engines. Changes return the updated agent; null: there is no such prompt (any more),
 * and nothing was changed.
 */
export interface PromptQueueStore {
  /** Returns the prompts in the order in which they are sent. */
  list(agentId: AgentId): Promise<Result<PromptQueue>>
  /** Adds a prompt at the end of the queue. Null: the agent was killed. */
  add(agentId: AgentId, prompt: QueuedPrompt): Promise<Result<Committed | null>>
  change(agentId: AgentId, prompt: QueuedPrompt): Promise<Result<Committed | null>>
  remove(agentId: AgentId, promptId: string): Promise<Result<Committed | null>>
  /** Arranges these prompts in this order among the places that they occupy; all others keep theirs. */
  reorder(agentId: AgentId, promptIds: readonly string[]): Promise<Result<Committed | null>>
}

export interface StoredMail extends Mail {
  readonly readAt: string | null
}

/** An agent from an import file. */
export interface ImportedAgent extends NewAgent {
  readonly status: 'running' | 'killed'
  readonly wakeOnMail: boolean
  /** Null: the time of the import. */
  readonly createdAt: string | null
  readonly endedAt: string | null
}

/** The contents of an import file, under reserved ids. */
export interface LogImport {
  /** Parents before children. */
  readonly agents: readonly ImportedAgent[]
  /** Ids ascending. */
  readonly events: readonly (NewEvent & { readonly id: EventId; readonly createdAt: string | null })[]
  readonly mail: readonly (Omit<StoredMail, 'sentAt'> & { readonly sentAt: string | null })[]
}

/** Export and import of the log. */
export interface LogTransfer {
  /** Returns events of these agents, or of all agents: oldest first, at most `limit`. */
  eventsAfter(
    afterId: EventId,
    options: { readonly limit: number; readonly agentIds: readonly AgentId[] | null },
  ): Promise<Result<readonly AgentEvent[]>>
  /** Returns all mail, oldest first. */
  mail(): Promise<Result<readonly StoredMail[]>>
  /** Reserves unique ids, ascending. */
  reserveIds(counts: {
    readonly events: number
    readonly mail: number
  }): Promise<Result<{ readonly events: readonly EventId[]; readonly mail: readonly number[] }>>
  /** Writes an import in one transaction and returns the agents as stored. Other engines are notified. */
  write(log: LogImport): Promise<Result<readonly AgentRecord[]>>
}

/** What the log says of an agent that was forked or that others were forked from. */
interface ForkFact {
  readonly agentId: AgentId
  /** Null: a root. */
  readonly reason: ForkReason | null
  /** Null: it has no message of its own. */
  readonly lastMessageId: EventId | null
  /** When that message was recorded; ISO 8601, UTC. */
  readonly lastActivityAt: string | null
  /** Null: its newest turn was answered or stopped by the user, or a later event ended it. */
  readonly unfinished: UnfinishedTurn | null
}

interface EstimatedEvent {
  readonly eventId: EventId
  readonly agentId: AgentId
  readonly tokens: number
}

/** The cost of one day. */
export interface DayCost {
  /** ISO date, by this machine's time zone. */
  readonly day: string
  readonly cost: CostSum
}

export interface LogSearch {
  /** Returns events that contain the search text, newest first. */
  find(
    text: string,
    options: { readonly limit: number; readonly beforeId: EventId },
  ): Promise<Result<readonly AgentEvent[]>>
  /**
   * Returns the `clear`, `rewind` and `summary` events of these agents, which removed something from their contexts. In
   * no particular order.
   */
  contextEdits(agentIds: readonly AgentId[]): Promise<Result<readonly AgentEvent[]>>
  /** Returns the agent's own `checkpoint` events, oldest first. */
  checkpoints(agentId: AgentId): Promise<Result<readonly AgentEvent[]>>
  /** Returns the `checkpoint` events of all agents in these folders, oldest first. */
  checkpointsIn(folders: readonly string[]): Promise<Result<readonly AgentEvent[]>>
  /** Returns the events of a turn, oldest first, with the prompt before it if that is the agent's own. */
  turn(agentId: AgentId, turnId: TurnId): Promise<Result<readonly AgentEvent[]>>
  /** Returns what all responses of the current day cost, by this machine's time zone. `now`: ms since the epoch. */
  costToday(now: number): Promise<Result<DayCost>>
  /**
   * Returns the events with estimated tokens, as far as these were not reported too. Reads the whole log. In no
   * particular order.
   */
  estimates(): Promise<Result<readonly EstimatedEvent[]>>
  /** Returns the facts of all agents. Reads the whole log. In no particular order. */
  forkFacts(): Promise<Result<readonly ForkFact[]>>
}

/** Small values of the user interface, such as layout and theme, and drafts of prompts. */
export interface SettingsStore {
  get(key: string): Promise<Result<JsonValue | null>>
  /** Returns the values of those keys that are set. */
  getAll(keys: readonly string[]): Promise<Result<ReadonlyMap<string, JsonValue>>>
  set(key: string, value: JsonValue): Promise<Result<null>>
  /** Sets the value atomically if it is still `expected` (null: not set); returns whether it did. */
  replace(key: string, expected: JsonValue | null, value: JsonValue): Promise<Result<boolean>>
  draft(agentId: AgentId): Promise<Result<Draft>>
  setDraft(agentId: AgentId, draft: Draft): Promise<Result<null>>
}
