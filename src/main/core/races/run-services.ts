import type { Sha256 } from '../../../shared/export-chains.ts'
import type { UnconfinedRuns } from '../agents/unconfined-runs.ts'
import type { RunLimits } from '../budgets/run-limits.ts'
import type { ApplyChanges } from '../changes/apply-changes.ts'
import type { CommandRunner } from '../commands/command-runner.ts'
import type { CommandServices } from '../commands/command-services.ts'
import type { Checkpoints } from '../ports/checkpoint-ports.ts'
import type { EvaluationFiles } from '../ports/evaluation-ports.ts'
import type { TestCommands } from '../ports/test-command-ports.ts'
import type { MatchPattern } from '../ports/tool-ports.ts'

/** Services of races and evaluations, which run several agents on the same task and test their answers. */
export interface RunServices extends CommandServices {
  readonly commands: CommandRunner
  readonly runLimits: RunLimits
  readonly unconfinedRuns: UnconfinedRuns
  readonly checkpoints: Checkpoints
  readonly testCommands: TestCommands
  readonly applying: ApplyChanges
  readonly evaluationFiles: EvaluationFiles
  readonly matchPattern: MatchPattern
  readonly sha256: Sha256
}
