import type { JsonObject } from '../../../shared/json.ts'
import type { ConfinedLevel } from '../../../shared/sandbox.ts'

export interface HookRun {
  /** The program and its arguments. */
  readonly command: readonly string[]
  /** Absolute. */
  readonly folder: string
  /** Written to its stdin as JSON. */
  readonly input: JsonObject
  readonly timeoutMs: number
  /** It runs inside the sandbox at this level, without the network; where it cannot, it fails. Missing: outside. */
  readonly level?: ConfinedLevel
  readonly signal: AbortSignal
}

export type HookEnd =
  | { readonly type: 'exited'; readonly code: number; readonly stdout: string; readonly stderr: string }
  /** It did not exit by itself, or was not started; `message` says why, as a sentence. */
  | { readonly type: 'failed'; readonly message: string }

/** Runs the user's own programs at certain points. Never throws. */
export interface HookPrograms {
  run(hook: HookRun): Promise<HookEnd>
}
