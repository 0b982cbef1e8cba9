import type { Sha256 } from '../../../shared/export-chains.ts'
import type { Uploads } from '../content/uploads.ts'
import type { AgentInstructions } from '../instructions/agent-instructions.ts'
import type { EvaluationFiles } from '../ports/evaluation-ports.ts'
import type { CheckAnswer, MatchPattern } from '../ports/tool-ports.ts'
import type { RunDependencies } from '../races/race-dependencies.ts'

export interface EvaluationDependencies extends RunDependencies {
  readonly evaluationFiles: EvaluationFiles
  readonly uploads: Uploads
  readonly instructions: AgentInstructions
  readonly checkAnswer: CheckAnswer
  readonly matchPattern: MatchPattern
  readonly sha256: Sha256
}
