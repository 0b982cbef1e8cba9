import type { NewEvent } from '../../../shared/agent-event.ts'
import type { ModelChoice } from '../../../shared/agent-summary.ts'
import type { ComponentState } from '../../../shared/engine-state.ts'
import type { AgentId, TurnId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { ContentStore } from './content-ports.ts'
import type { StorageHealth } from './health-ports.ts'
import type { Homes, MailStore, PromptQueueStore, SettingsStore, StartedTurn, Store, TurnLeases } from './log-ports.ts'
import type { RedactionStore } from './redaction-ports.ts'
import type { RoomStore } from './room-ports.ts'
import type { LogSearch } from './search-ports.ts'
import type { LogTransfer } from './transfer-ports.ts'
import type { Peers } from './peer-ports.ts'
import type { ProviderEvent } from './provider-ports.ts'
import type { SqlReader } from './sql-ports.ts'
import type { UsageStore } from './usage-ports.ts'
import type { HeadReader } from './verify-ports.ts'

/** Journaled events of a running turn: its stream, and tool results that are complete but not recorded yet. */
export type JournalEvent =
  | ProviderEvent
  | { readonly type: 'tool_result'; readonly result: NewEvent }
  /** A question about a call was asked, or is not open any more. */
  | { readonly type: 'question'; readonly id: string; readonly callId: string; readonly isOpen: boolean }

/** The journal of one running turn, as found after a crash. */
export interface JournaledTurn extends StartedTurn {
  /** Events of the running response or tool batch; merged, in order. */
  readonly events: readonly JournalEvent[]
}

/** How far the journal of a running turn was read. */
export interface JournalPlace {
  readonly agentId: AgentId
  readonly turnId: TurnId
  readonly sessionId: number
  readonly response: number
  readonly part: number
}

/** What was journaled of a running turn since it was last read; of a newer response everything. */
export interface JournalNews {
  readonly place: JournalPlace
  readonly turn: JournaledTurn
}

/**
 * Journals what a turn streams until it is settled. Appended text is on disk at most 250 ms later. Errors are reported
 * by the store's state, never to the stream.
 */
export interface StreamJournal {
  /** Begins a response and discards what an earlier response of this turn left in the journal. */
  begin(agentId: AgentId, turnId: TurnId, choice: ModelChoice): void
  append(turnId: TurnId, event: JournalEvent): void
  /**
   * Returns turns of crashed engines, each only once; the caller settles it with a commit. A turn whose commit failed
   * is returned again. A turn that cannot be read is logged and stays in the journal.
   */
  recover(): Promise<Result<readonly JournaledTurn[]>>
  /**
   * Returns what other engines have journaled of the turns of these agents after the given places; of an agent without
   * a place everything.
   */
  read(places: readonly (JournalPlace | Pick<JournalPlace, 'agentId'>)[]): Promise<Result<readonly JournalNews[]>>
}

/** Everything that the storage adapter provides. */
export interface Storage {
  readonly store: Store
  readonly journal: StreamJournal
  readonly leases: TurnLeases
  readonly homes: Homes
  readonly peers: Peers
  readonly settings: SettingsStore<string>
  readonly mail: MailStore
  readonly promptQueue: PromptQueueStore
  readonly content: ContentStore
  readonly transfer: LogTransfer
  readonly redaction: RedactionStore
  readonly room: RoomStore
  readonly health: StorageHealth
  readonly search: LogSearch
  readonly usage: UsageStore
  readonly sql: SqlReader
  readonly heads: HeadReader
  /** The state of the database, which the window shows. The listener is called on every change. */
  state(): ComponentState
  onStateChange(listener: (state: ComponentState) => void): () => void
  /** Flushes, ends the session row, closes connections, and stops the embedded server if no other process uses it. */
  close(): Promise<void>
}
