import { type } from '@orpc/contract'
import { z } from 'zod'

import type { EvaluationView, PairResult } from '../evaluation.ts'
import type { Result } from '../result.ts'
import { agentId } from './fields.ts'
import { operation } from './operation.ts'

/** Tasks that several models answer (docs/behaviour/evaluations.md). They are run on the command line. */
export const evaluationsContract = {
  /** Returns the results so far. REFUSED if the agent is no evaluation. */
  view: operation('read')
    .input(z.object({ evaluationId: agentId }))
    .output(type<Result<EvaluationView>>()),
  /**
   * Compares the models that two evaluations have in common, at the tasks with the same names. REFUSED if one of the
   * agents is no evaluation.
   */
  compare: operation('read')
    .input(z.object({ evaluationId: agentId, otherId: agentId }))
    .output(type<Result<readonly PairResult[]>>()),
}
