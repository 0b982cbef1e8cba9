import type { NewEvent } from '../../../shared/agent-event.ts'
import type { AppError } from '../../../shared/app-error.ts'
import type { TurnOutcome } from '../../../shared/stream-event.ts'
import type { ReachedLimit } from '../budgets/tree-limit-policy.ts'
import type { Mail, SentPrompt } from '../ports/log-ports.ts'
import type { Playback } from './playback.ts'

export type TurnStart =
  | { readonly ok: true; readonly turnId: string; readonly ended: Promise<TurnOutcome> }
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
