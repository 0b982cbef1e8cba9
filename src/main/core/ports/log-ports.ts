import type { ChangedAttributes } from '../../../shared/agent-attributes.ts'
import type { AgentEvent, NewEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord, ModelChoice } from '../../../shared/agent-summary.ts'
import type { Draft } from '../../../shared/contract/settings.ts'
import type { Home, HomeId, HomeState } from '../../../shared/home.ts'
import type { AgentId, EventId, TurnId } from '../../../shared/ids.ts'
import type { StoredKey } from '../../../shared/home-settings.ts'
import type { JsonValue } from '../../../shared/json.ts'
import type { AgentProfile } from '../../../shared/agent-profile.ts'
import type { PromptQueue, QueuedPrompt } from '../../../shared/prompt-queue.ts'
import type { Result } from '../../../shared/result.ts'

/** The parts of the storage that core uses: the log, agents, mail and settings. */

export interface NewAgent {
  readonly id: AgentId
  readonly name: string
  readonly parentId: AgentId | null
  readonly forkEventId: EventId | null
  readonly forkFromId: EventId | null
  readonly choice: ModelChoice | null
  /** Missing: none. */
  readonly profile?: AgentProfile | undefined
  /** It has the home of this engine, whatever that of its parent is. Missing: that of its parent; a root this one. */
  readonly isHere?: true
}

export interface AgentChange extends Partial<ChangedAttributes> {
  readonly id: AgentId
  readonly choice?: ModelChoice
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
  /**
   * Agents that this home takes over, with the home that each has now. They start on mail no longer. The whole change is
   * REFUSED if one of them has another home by now, or runs a turn.
   */
  readonly takenOver?: readonly TakenOverAgent[]
  /** Its events and agents are committed after those of the rest of the change. */
  readonly kill?: Kill
}

interface TakenOverAgent {
  readonly agentId: AgentId
  /** Null: it has none. */
  readonly from: HomeId | null
  /** Replaces its profile. Null: it has none. */
  readonly profile: AgentProfile | null
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
  /** Only so many events of the range (returned oldest first in any case). */
  readonly limit?: number
  /** Which events a limit keeps. Missing: the newest. */
  readonly keeps?: 'newest' | 'oldest'
}

/** The log and the agents. A change takes one round trip and is durable when the promise resolves. */
export interface EventReader {
  /** Returns the events of a range, oldest first. */
  events(range: EventRange): Promise<Result<readonly AgentEvent[]>>
}

export interface Store extends EventReader {
  commit(change: Change): Promise<Result<Committed>>
  agents(): Promise<Result<readonly AgentRecord[]>>
  /** Calls the listener for commits of other engines on the same database, in commit order. */
  onRemoteCommit(listener: (committed: Committed) => void): () => void
}

/** Locks held while a turn runs, so that two engines on one database never run the same agent's turn. */
export interface TurnLeases {
  /** Null: another engine holds the lease. REFUSED if the agent has another home than this engine. */
  acquire(agentId: AgentId): Promise<Result<TurnLease | null>>
}

export interface TurnLease {
  release(): Promise<void>
}

/** The homes that use the database. */
export interface Homes {
  /** The home of this engine. */
  readonly own: Home
  list(): Promise<Result<readonly HomeState[]>>
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

/**
 * Small values of the engine and of windows, and drafts of prompts. `Key`: the keys that the engine
 * may use; the database may have others.
 */
export interface SettingsStore<Key extends string = StoredKey> {
  get(key: Key): Promise<Result<JsonValue | null>>
  /** Returns the values of those keys that are set. */
  getAll(keys: readonly Key[]): Promise<Result<ReadonlyMap<string, JsonValue>>>
  set(key: Key, value: JsonValue): Promise<Result<null>>
  /** Sets the value atomically if it is still `expected` (null: not set); returns whether it did. */
  replace(key: Key, expected: JsonValue | null, value: JsonValue): Promise<Result<boolean>>
  draft(agentId: AgentId): Promise<Result<Draft>>
  setDraft(agentId: AgentId, draft: Draft): Promise<Result<null>>
}
