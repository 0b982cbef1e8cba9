import type { JsonObject } from '../../../shared/json.ts'

export interface Clock {
  /** Current time, ms since the epoch. */
  now(): number
  /** Resolves after `ms`, or as soon as the signal aborts; never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

export interface IdSource {
  uuid(): string
  /** A canonical tool call id: `call_` and 24 characters of [A-Za-z0-9]. Most providers accept it unchanged. */
  toolCallId(): string
  /** A random number in [0, 1), for jitter. */
  random(): number
}

/**
 * Returns whether a warning differs from the last one on the same subject. `warning`: null when there is nothing to
 * warn about, so that a repeated warning counts as new.
 */
export type IsNewWarning = (subject: string, warning: string | null) => boolean

/** Writes to stderr or a file, never to the event log. Fields must not contain keys. */
export interface Logger {
  info(message: string, fields?: JsonObject): void
  warn(message: string, fields?: JsonObject): void
  error(message: string, fields?: JsonObject): void
}
