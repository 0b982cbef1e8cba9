import type { JsonObject } from '../../../shared/json.ts'

export interface Clock {
  /** ms since the epoch. */
  now(): number
  /** Resolves after `ms`, or at once when the signal aborts; never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

export interface IdSource {
  uuid(): string
  /** A canonical tool call id: `call_` and 24 of [A-Za-z0-9]. Valid at nearly every provider as it is. */
  toolCallId(): string
  /** In [0, 1), for jitter. */
  random(): number
}

/**
 * Whether a warning differs from the last one on the same subject. `warning`: null when there is nothing to warn of, so
 * that it is new when it comes back.
 */
export type IsNewWarning = (subject: string, warning: string | null) => boolean

/** Goes to stderr or a file, never to the window's log of events. Fields never hold keys. */
export interface Logger {
  info(message: string, fields?: JsonObject): void
  warn(message: string, fields?: JsonObject): void
  error(message: string, fields?: JsonObject): void
}
