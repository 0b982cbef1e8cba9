import type { AgentId, TurnId } from '../../../shared/ids.ts'
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

/** Which turn code runs for, also in callbacks that nothing waits for. */
export interface TurnScopes {
  /** Runs `work`; all that it starts runs for the turn, until that begins another one. */
  run<T>(turn: TurnScope, work: () => T): T
  /** The turn that the caller runs for; null: none can be named. */
  current(): TurnScope | null
}

export interface TurnScope {
  readonly agentId: AgentId
  readonly turnId: TurnId
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

/** The fine clock of the engine's process. */
export interface EnginePerformance {
  /** Current time, ms since the epoch, with fractions. */
  now(): number
  /** Calls `onDelay` with each delay of the event loop of at least `atLeast` ms, about twice a second the longest one. */
  watchLoop(atLeast: number, onDelay: (ms: number) => void): () => void
}
