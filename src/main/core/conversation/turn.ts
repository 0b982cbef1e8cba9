import type { NewEvent } from '../../../shared/agent-event.ts'
import type { ModelChoice } from '../../../shared/agent-summary.ts'
import type { AppError } from '../../../shared/app-error.ts'
import type { TurnId } from '../../../shared/ids.ts'
import type { PoolChoice } from '../../../shared/pool-choice.ts'
import type { Result } from '../../../shared/result.ts'
import type { TurnOutcome } from '../../../shared/stream-event.ts'
import type { ReachedLimit } from '../budgets/tree-limit-policy.ts'
import type { Mail, SentPrompt } from '../ports/log-ports.ts'
import type { Provider } from '../ports/provider-ports.ts'
import type { Playback } from './playback.ts'
import type { RetryPause } from './request-with-retries.ts'
import type { TurnRef } from './response-events.ts'

/** One turn of one agent. It uses the model that it started with (docs/behaviour/transcript.md#switching-models). */
export interface Turn extends TurnRef {
  readonly choice: ModelChoice
  /** Name of the pool that the model was chosen from; null: none. */
  readonly pool: string | null
  /** Why the pool chose it; null: the pool does not follow the standing. */
  readonly poolChoice: PoolChoice | null
  /** Returns the agent's own provider instance, created at first use. */
  readonly provider: () => Promise<Result<Provider>>
  readonly signal: AbortSignal
  readonly retryPause: RetryPause
  /** Answers the calls in place of the tools. Missing: calls run. */
  readonly playback?: Playback | undefined
}

export interface TurnResult {
  readonly outcome: TurnOutcome
  /** The error that ended the turn; null: it did not fail. */
  readonly error: AppError | null
  /** The turn failed before any part of an answer was shown, so another model may be tried. */
  readonly nothingShown?: boolean
}

export type TurnStart =
  | { readonly ok: true; readonly turnId: TurnId; readonly ended: Promise<TurnOutcome> }
  /**
   * `busy`: a turn of the agent is already running, in this or another engine. `reached`: a limit of the tree allows no
   * turn without a user.
   */
  | { readonly ok: false; readonly error: AppError; readonly busy?: true; readonly reached?: ReachedLimit }

/** The input of a turn. */
export interface TurnBeginning {
  /** The prompt; missing if the context already ends with something to answer. */
  readonly opening?: readonly NewEvent[]
  /** The mail in `opening`. */
  readonly readMail?: readonly Mail[]
  /** The queued prompts in `opening`. */
  readonly sentPrompts?: readonly SentPrompt[]
  /** It begins without an act of a user, and counts as such. */
  readonly isWithoutUser?: boolean
  /** Start only if the agent has had no turn yet; otherwise the start is refused as busy. */
  readonly isFirst?: boolean
  /**
   * Answers the calls of the turn in place of the tools. Then nothing follows the turn by itself: no hooks, no queued
   * prompt, no mail.
   */
  readonly playback?: Playback
  /** Instruction files are not read again: those in the context stay in force. */
  readonly keepsInstructions?: boolean
}
