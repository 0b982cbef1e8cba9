import type { StoredKey } from '../../../shared/home-settings.ts'
import type { ImportedAttributes } from '../../../shared/agent-attributes.ts'
import type { AgentEvent, NewEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import type { JsonValue } from '../../../shared/json.ts'
import type { Result } from '../../../shared/result.ts'
import type { Mail, NewAgent } from './log-ports.ts'

export interface StoredMail extends Mail {
  readonly readAt: string | null
}

/** An agent from an import file. `createdAt`: null: the time of the import. */
export interface ImportedAgent extends NewAgent, ImportedAttributes {}

/** The contents of an import file, under reserved ids. */
export interface LogImport {
  /** Parents before children. */
  readonly agents: readonly ImportedAgent[]
  /** Ids ascending. */
  readonly events: readonly (NewEvent & { readonly id: EventId; readonly createdAt: string | null })[]
  readonly mail: readonly (Omit<StoredMail, 'sentAt'> & { readonly sentAt: string | null })[]
  /** A setting that is replaced in the same transaction. Missing: none. */
  readonly setting?: SettingChange
}

export const IMPORT_CANCELLED = 'The import was cancelled. Nothing was imported.'

export interface WriteProgress {
  readonly signal?: AbortSignal | undefined
  /** Called with the number of events that are written, of all of them. */
  readonly onSaved?: ((events: number, of: number) => void) | undefined
}

export interface SettingChange {
  readonly key: StoredKey
  /** Nothing is written, and the result is REFUSED, if the setting has another value. Null: it is not set. */
  readonly expected: JsonValue | null
  readonly value: JsonValue
}

/** What an export reads of the log, or of a backup. */
export interface ExportSource {
  /** Returns events of these agents, or of all agents: oldest first, at most `limit`. */
  eventsAfter(
    afterId: EventId,
    options: { readonly limit: number; readonly agentIds: readonly AgentId[] | null },
  ): Promise<Result<readonly AgentEvent[]>>
  /** Returns all mail, oldest first. */
  mail(): Promise<Result<readonly StoredMail[]>>
}

/** Export and import of the log. */
export interface LogTransfer extends ExportSource {
  /** Reserves unique ids, ascending. */
  reserveIds(counts: {
    readonly events: number
    readonly mail: number
  }): Promise<Result<{ readonly events: readonly EventId[]; readonly mail: readonly number[] }>>
  /**
   * Writes an import in one transaction and returns the agents as stored. Other engines are notified. REFUSED, with
   * nothing written, if it was cancelled meanwhile.
   */
  write(log: LogImport, progress?: WriteProgress): Promise<Result<readonly AgentRecord[]>>
}
