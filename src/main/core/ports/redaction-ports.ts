import type { AgentId, EventId } from '../../../shared/ids.ts'
import type { RedactionPreview } from '../../../shared/redaction.ts'
import type { Result } from '../../../shared/result.ts'
import type { Committed } from './log-ports.ts'

/** An event and those that repeat it, or all events of an agent. */
export interface RedactionTarget {
  readonly agentId: AgentId
  /** Null: all events. */
  readonly eventId: EventId | null
}

interface RedactionWish extends RedactionTarget {
  /** Null: none is given. */
  readonly reason: string | null
  /** The agent's name from here on; null: it stays. */
  readonly newName: string | null
}

/** The recorded `redacted` event, the agent, and what was removed. */
export interface Redacted extends Committed {
  readonly tombstones: number
  readonly files: number
  readonly mail: number
  /** Paths of files with output of tools, as the events named them. */
  readonly outputs: readonly string[]
}

/** What a purge did. */
export interface Purged {
  /** False: the user of the database may not replace the server's write-ahead log, which contains the content until it is overwritten. */
  readonly isLogReplaced: boolean
  /** False: others use the tables; searches are slower until the next purge. Nothing of the content is left by that. */
  readonly areIndexesBuilt: boolean
}

export interface RedactionStore {
  /** All zero: there is nothing to redact. */
  preview(target: RedactionTarget): Promise<Result<Omit<RedactionPreview, 'heirs'>>>
  /**
   * Replaces events by tombstones, removes what repeats them, and records it, in one transaction. REFUSED if there is
   * nothing to redact.
   */
  redact(wish: RedactionWish): Promise<Result<Redacted>>
  /** Whether the disk may contain what was redacted, because no purge after it was finished, or indexes are missing. */
  isPurgeDue(): Promise<Result<boolean>>
  /**
   * Removes what was redacted from the files of the database, table by table; others wait for a table while it is written anew. After
   * an error the purge stays due.
   */
  purge(): Promise<Result<Purged>>
}

/**
 * Deletes files with output of the calls of these agents; returns those that could not be deleted. Other files are left alone,
 * those of other agents too: paths come from events, which may be imported.
 */
export type RemoveOutputs = (paths: readonly string[], agents: ReadonlySet<AgentId>) => Promise<readonly string[]>
