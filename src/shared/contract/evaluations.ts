import { oc, type } from '@orpc/contract'
import { z } from 'zod'

import { GO_ON_RULES } from '../baseline.ts'
import type { EvaluationView, PairResult } from '../evaluation.ts'
import { MAX_AT_ONCE, MAX_REPEAT } from '../evaluation-file.ts'
import type { AgentId } from '../ids.ts'
import { MAX_ATTEMPTS } from '../race.ts'
import type { Result } from '../result.ts'
import { agentId } from './fields.ts'

/** Longest path, characters. */
const MAX_PATH = 4_096
const MAX_USD = 1_000_000

/** Tasks that several models answer (docs/behaviour/evaluations.md). An evaluation is named by its agent. */
export const evaluationsContract = {
  /**
   * Runs the tasks of a file, and returns the agent as soon as it runs. The same file goes on with the same evaluation,
   * unless `isNew`. REFUSED, before anybody is asked, if the file or a model is wrong, and where a test command could not
   * be confined unless `unconfined`.
   */
  start: oc
    .input(
      z.object({
        /** On the machine of the engine: absolute, or below `~`. */
        file: z.string().min(1).max(MAX_PATH),
        models: z.array(z.string().min(1).max(300)).min(1).max(MAX_ATTEMPTS).readonly(),
        repeat: z.number().int().min(1).max(MAX_REPEAT),
        atOnce: z.number().int().min(1).max(MAX_AT_ONCE),
        maxUsd: z.number().positive().max(MAX_USD).nullable(),
        unconfined: z.boolean(),
        maxToolTurns: z.number().int().positive().nullable().optional(),
        baseline: z.boolean().optional(),
        goOn: z.enum(GO_ON_RULES).optional(),
        isNew: z.boolean(),
      }),
    )
    .output(type<Result<AgentId>>()),
  /**
   * Goes on with an evaluation that was stopped, and returns as soon as it runs. REFUSED if its file has changed since, or
   * it runs in any engine.
   */
  resume: oc.input(z.object({ evaluationId: agentId })).output(type<Result<null>>()),
  /**
   * Answers whether an evaluation with the status `asks` goes on after what the test commands have shown before any request.
   * True resumes it; false leaves it stopped. REFUSED if it does not ask.
   */
  answer: oc.input(z.object({ evaluationId: agentId, goOn: z.boolean() })).output(type<Result<null>>()),
  /** Returns the results so far. REFUSED if the agent is no evaluation. */
  view: oc.input(z.object({ evaluationId: agentId })).output(type<Result<EvaluationView>>()),
  /**
   * Returns the results as one HTML file with the answers, which runs nothing. `otherId`: another evaluation to compare
   * with. REFUSED if one of the agents is no evaluation.
   */
  page: oc.input(z.object({ evaluationId: agentId, otherId: agentId.nullable() })).output(type<Result<string>>()),
  /**
   * Compares the models that two evaluations have in common, at the tasks with the same names. REFUSED if one of the
   * agents is no evaluation.
   */
  compare: oc
    .input(z.object({ evaluationId: agentId, otherId: agentId }))
    .output(type<Result<readonly PairResult[]>>()),
}
