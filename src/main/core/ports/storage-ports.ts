import type { NewEvent } from '../../../shared/agent-event.ts'
import type { ModelChoice } from '../../../shared/agent-summary.ts'
import type { ComponentState } from '../../../shared/engine-state.ts'
import type { AgentId, TurnId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type {
  LogSearch,
  LogTransfer,
  MailStore,
  PromptQueueStore,
  SettingsStore,
  StartedTurn,
  Store,
  TurnLeases,
} from './log-ports.ts'
import type { Peers } from './peer-ports.ts'
import type { ProviderEvent } from './provider-ports.ts'

/** What is journaled of a running turn: its stream, and results of tools that are complete but not recorded yet. */
export type JournalEvent = ProviderEvent | { readonly type: 'tool_result'; readonly result: NewEvent }

/** Journal of one running turn, as it was found after a crash. */
export interface JournaledTurn extends StartedTurn {
  /** Of the response or the tool batch that was running; merged, in order. */
  readonly events: readonly JournalEvent[]
}

/**
 * Keeps what streams until it is settled. Text that was appended is on disk at most 250 ms later.
 * Errors are reported through the store's state, never to the stream.
 */
export interface StreamJournal {
  /** A response begins: forget what an earlier response of this turn left. */
  begin(agentId: AgentId, turnId: TurnId, choice: ModelChoice): void
  append(turnId: TurnId, event: JournalEvent): void
  /**
   * Turns of dead engines, each handed out once: the caller settles it with a commit. One whose commit failed is handed
   * out again; one that cannot be read is told of in the log, and stays in the journal.
   */
  recover(): Promise<Result<readonly JournaledTurn[]>>
}

/** The whole of what the storage adapter offers. */
export interface Storage {
  readonly store: Store
  readonly journal: StreamJournal
  readonly leases: TurnLeases
  readonly peers: Peers
  readonly settings: SettingsStore
  readonly mail: MailStore
  readonly promptQueue: PromptQueueStore
  readonly transfer: LogTransfer
  readonly search: LogSearch
  /** What the status bar says of the database; the listener hears every change. */
  state(): ComponentState
  onStateChange(listener: (state: ComponentState) => void): () => void
  /** Flushes, ends the session row, closes connections, stops the embedded server if nobody else uses it. */
  close(): Promise<void>
}
