import type { Engine } from '../core/engine.ts'
import type { AgentRecord } from '../../shared/agent-summary.ts'
import type { ApprovalRule } from '../../shared/approval.ts'
import type { Output } from '../process-output.ts'
import type { ExitCode } from './exit-code.ts'

/** What the commands of `ikigai` share. */
export interface CommandContext {
  readonly output: Output
  /** Whether stderr is a terminal. */
  readonly errorIsTerminal: boolean
  /** Aborted when stdout fails; a command that asks for it is not ended by that. */
  stdoutFailed(): AbortSignal
  /** Sets the exit code of the process. */
  finish(code: ExitCode): void
  /** Opens an engine for one command and always closes it. Finishes with the code that `use` returns. */
  withEngine(
    use: (engine: Engine) => Promise<ExitCode>,
    options?: {
      /** Rules of `--allow`, for this run only. */
      readonly runRules?: readonly ApprovalRule[]
      /** The user is asked to approve calls and to answer questions. */
      readonly approvesCalls?: boolean
      /** Questions of models are answered at the terminal. */
      readonly answersQuestions?: boolean
      /** Rounds of tools of each turn. Missing: no limit, unless the user can continue turns. */
      readonly maxToolRounds?: number
      /** New children are left to another engine; called for each. */
      readonly onChildLeft?: (child: AgentRecord) => void
    },
  ): Promise<void>
}

/** The flag `--json`. It has no default, because the help would print one. */
export interface JsonFlag {
  readonly json?: boolean
}
