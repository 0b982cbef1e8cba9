import type { EventCheck } from '../../../shared/event-verifier.ts'

/** The events of a database, or of one agent and those above it, compared with their hashes. */
export interface LogCheck extends EventCheck {
  /** Hashes of events up to this one were made when the database was updated. Null: there were none before. */
  readonly hashesSince: number | null
  /** SHA-256 of attached files whose bytes have another one. Not looked for if only one agent is verified. */
  readonly changedFiles: readonly string[]
}
