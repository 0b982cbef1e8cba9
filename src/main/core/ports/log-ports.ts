import type { AgentEvent, NewEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord, ModelChoice } from '../../../shared/agent-summary.ts'
import type { Draft } from '../../../shared/contract.ts'
import type { AgentId, EventId, TurnId } from '../../../shared/ids.ts'
import type { JsonValue } from '../../../shared/json.ts'
import type { PromptQueue, QueuedPrompt } from '../../../shared/prompt-queue.ts'
import type { Result } from '../../../shared/result.ts'
import type { ModelUsage } from '../../../shared/token-totals.ts'

/** What core needs of a storage: the log, the agents, mail, search, and what the window keeps. */

export interface NewAgent {
  readonly id: AgentId
  readonly name: string
  readonly parentId: AgentId | null
  readonly forkEventId: EventId | null
  readonly forkFromId: EventId | null
  readonly choice: ModelChoice | null
}

export interface AgentChange {
  readonly id: AgentId
  readonly name?: string
  readonly choice?: ModelChoice
  readonly wakeOnMail?: boolean
}

/** Ends an agent and everything below it that still runs, whichever engine made it; each gets an `agent_killed` event. */
export interface Kill {
  readonly agentId: AgentId
  /** As `KilledData.by`. */
  readonly by: string
}

/** A letter from one agent to another. Sent and read are its two states; both are kept for ever. */
export interface Mail {
  readonly id: number
  readonly from: AgentId
  readonly to: AgentId
  readonly content: string
  /** ISO 8601, UTC. */
  readonly sentAt: string
}

/**
 * Facts that become true together or not at all. A change that gives a killed agent, or one below it, a child, a prompt
 * (a `user` event) or a started turn is REFUSED as a whole, whichever engine killed it.
 */
export interface Change {
  readonly newAgents?: readonly NewAgent[]
  readonly agentChanges?: readonly AgentChange[]
  /** In this order, with ascending ids. Token counts of `assistant` events are added to their agent's `usage`. */
  readonly events?: readonly NewEvent[]
  /** Turns that begin: until they are settled, a crash is seen as one, even before the first word. */
  readonly startedTurns?: readonly StartedTurn[]
  /** Turns whose journal is no longer needed because what they streamed is among `events`. A turn that is started too goes on. */
  readonly settledTurns?: readonly TurnId[]
  /** The whole change is REFUSED when a recipient was killed, or would have more than `MAX_UNREAD_MAIL` unread. */
  readonly newMail?: readonly Pick<Mail, 'from' | 'to' | 'content'>[]
  /** Read now. The whole change is REFUSED when one of them has been read already: each is read exactly once. */
  readonly readMail?: readonly Mail[]
  /**
   * Taken out of the queue because they are sent. The whole change is REFUSED when one of them is not in the queue any
   * more as it is given here, or when its agent was killed: each is sent exactly once.
   */
  readonly sentPrompts?: readonly SentPrompt[]
  /** Its events and agents are committed behind those of the rest. */
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
  /** New and changed agents, also those whose usage grew. */
  readonly agents: readonly AgentRecord[]
}

export interface EventRange {
  readonly agentId: AgentId
  /** Exclusive. */
  readonly afterId?: EventId
  /** Inclusive. */
  readonly upToId?: EventId
  /** The newest `limit` events of the range (still returned oldest first). */
  readonly limit?: number
}

/** The log and the agents. One change is one round trip and is durable when the promise resolves. */
export interface Store {
  commit(change: Change): Promise<Result<Committed>>
  agents(): Promise<Result<readonly AgentRecord[]>>
  /** Oldest first. */
  events(range: EventRange): Promise<Result<readonly AgentEvent[]>>
  /** Commits of other engines on the same database, in their order. Called outside any request of ours. */
  onForeignCommit(listener: (committed: Committed) => void): () => void
}

/** Held while a turn runs, so that no two engines on one database run the same agent's turn. */
export interface TurnLeases {
  /** Null: another engine holds it. */
  acquire(agentId: AgentId): Promise<Result<TurnLease | null>>
}

export interface TurnLease {
  release(): Promise<void>
}

export interface MailStore {
  /** Oldest first. */
  unread(agentId: AgentId): Promise<Result<readonly Mail[]>>
  /** What an agent has sent lately, by the database's clock, read or not; in no order. Only the newest mails are looked at. */
  sentBy(agentId: AgentId, withinMs: number): Promise<Result<readonly Mail[]>>
}

/**
 * Prompts that wait for the end of a turn. A prompt leaves the queue by `remove`, or by the commit that sends it.
 * Every change is announced to the other engines. The agent as it is then is in what is answered; null: there is no such
 * prompt (any more), and nothing was changed.
 */
export interface PromptQueueStore {
  /** In the order in which they are sent. */
  list(agentId: AgentId): Promise<Result<PromptQueue>>
  /** At the end of the queue. Null: the agent was killed. */
  add(agentId: AgentId, prompt: QueuedPrompt): Promise<Result<Committed | null>>
  change(agentId: AgentId, prompt: QueuedPrompt): Promise<Result<Committed | null>>
  remove(agentId: AgentId, promptId: string): Promise<Result<Committed | null>>
  /** Puts these prompts in this order into the places that they have; all others keep theirs. */
  reorder(agentId: AgentId, promptIds: readonly string[]): Promise<Result<Committed | null>>
}

export interface StoredMail extends Mail {
  readonly readAt: string | null
}

/** An agent that comes from a file. */
export interface ImportedAgent extends NewAgent {
  readonly status: 'running' | 'killed'
  readonly wakeOnMail: boolean
  /** Null: now. */
  readonly createdAt: string | null
  readonly endedAt: string | null
}

/** What comes from a file, under ids that are reserved for it. */
export interface LogImport {
  /** Parents before children. */
  readonly agents: readonly ImportedAgent[]
  /** Ids ascending. */
  readonly events: readonly (NewEvent & { readonly id: EventId; readonly createdAt: string | null })[]
  readonly mail: readonly (Omit<StoredMail, 'sentAt'> & { readonly sentAt: string | null })[]
}

/** The whole log, out and in. */
export interface LogTransfer {
  /** Of these agents, or of all: oldest first, at most `limit`. */
  eventsAfter(
    afterId: EventId,
    options: { readonly limit: number; readonly agentIds: readonly AgentId[] | null },
  ): Promise<Result<readonly AgentEvent[]>>
  /** All of it, oldest first. */
  mail(): Promise<Result<readonly StoredMail[]>>
  /** Ids that nobody else will get, ascending. */
  reserveIds(counts: {
    readonly events: number
    readonly mail: number
  }): Promise<Result<{ readonly events: readonly EventId[]; readonly mail: readonly number[] }>>
  /** One transaction; answers with the agents as stored. Other engines hear of them. */
  write(log: LogImport): Promise<Result<readonly AgentRecord[]>>
}

interface EstimatedEvent {
  readonly eventId: EventId
  readonly agentId: AgentId
  readonly tokens: number
}

export interface LogSearch {
  /** Events that hold the words, newest first. */
  find(
    text: string,
    options: { readonly limit: number; readonly beforeId: EventId },
  ): Promise<Result<readonly AgentEvent[]>>
  /** What took something out of the contexts of these agents: their `clear`, `rewind` and `summary` events. In no order. */
  acts(agentIds: readonly AgentId[]): Promise<Result<readonly AgentEvent[]>>
  /** What providers reported for all answers and summaries, summed by agent and model as it answered. In no order. */
  usageByModel(): Promise<Result<readonly ModelUsage[]>>
  /** The events with estimated tokens. Reads the whole log. In no order. */
  estimates(): Promise<Result<readonly EstimatedEvent[]>>
}

/** Small values that the window keeps: layout, theme; and what is half typed. */
export interface SettingsStore {
  get(key: string): Promise<Result<JsonValue | null>>
  set(key: string, value: JsonValue): Promise<Result<null>>
  /** Sets it only where it still is `expected` (null: nothing was kept), all in one; answers whether it was. */
  replace(key: string, expected: JsonValue | null, value: JsonValue): Promise<Result<boolean>>
  draft(agentId: AgentId): Promise<Result<Draft>>
  setDraft(agentId: AgentId, draft: Draft): Promise<Result<null>>
}
