import { oc, type } from '@orpc/contract'
import { z } from 'zod'

import { type AppliedChanges, conflictResolutionsSchema } from '../agent-worktree.ts'
import { GO_ON_RULES } from '../baseline.ts'
import { MAX_AT_ONCE, MAX_REPEAT } from '../evaluation-file.ts'
import type { EvaluationView, PairResult } from '../evaluation.ts'
import type { AgentId } from '../ids.ts'
import { MAX_ATTEMPTS, MAX_RETRIES, type RaceView, WINNER_RULES } from '../race.ts'
import { DIFFERENCE_RULES, type RerunView } from '../rerun.ts'
import type { Result } from '../result.ts'
import { agentId, eventId, promptText } from './fields.ts'

const DAY_MINUTES = 1_440
const MAX_TIMEOUT_MS = 86_400_000
const MAX_USD = 1_000_000

const plan = z.object({
  task: promptText,
  test: z.string().min(1).max(100_000),
  timeout_ms: z.number().int().min(1_000).max(MAX_TIMEOUT_MS),
  retries: z.number().int().min(0).max(MAX_RETRIES),
  at_once: z.number().int().min(1).max(MAX_ATTEMPTS),
  winner: z.enum(WINNER_RULES),
  max_usd: z.number().positive().max(MAX_USD).nullable(),
  max_minutes: z.number().positive().max(DAY_MINUTES).nullable(),
  max_tool_turns: z.number().int().positive().nullable().optional(),
  unconfined: z.boolean(),
  baseline: z.boolean().optional(),
  go_on: z.enum(GO_ON_RULES).optional(),
})

/** Attempts that a test command decides between (docs/behaviour/races.md). A race is named by its agent. */
export const racesContract = {
  /**
   * Records a race and begins to run it. `isNew`: the agent has no conversation and becomes the race; otherwise it gets
   * a child for it, with its context up to the event. REFUSED without git, and where the test command could not be
   * confined unless the plan says `unconfined`.
   */
  start: oc
    .input(
      z.object({
        agentId,
        isNew: z.boolean(),
        atEventId: eventId.optional(),
        models: z.array(z.string().min(1).max(300)).min(1).max(MAX_ATTEMPTS).readonly(),
        attempts: z.number().int().min(1).max(MAX_ATTEMPTS),
        plan,
        allowsEdits: z.boolean(),
      }),
    )
    .output(type<Result<AgentId>>()),
  /** Returns the state of a race. REFUSED if the agent is none. */
  view: oc.input(z.object({ raceId: agentId })).output(type<Result<RaceView>>()),
  /** Goes on with a race that was stopped. REFUSED while it runs in any engine, and while it asks. */
  resume: oc.input(z.object({ raceId: agentId })).output(type<Result<null>>()),
  /**
   * Answers whether a race with the status `asks` goes on after what its test has shown before the attempts. False ends it,
   * and removes the worktrees of its attempts. REFUSED if it does not ask.
   */
  answer: oc.input(z.object({ raceId: agentId, goOn: z.boolean() })).output(type<Result<null>>()),
  /** Ends an attempt; null: all that have not passed. The winner is decided among the others. */
  stop: oc.input(z.object({ raceId: agentId, agentId: agentId.nullable() })).output(type<Result<null>>()),
  /** Applies the changes of an attempt (missing: of the winner) as `changes.apply` does, and archives the others. */
  adopt: oc
    .input(
      z.object({
        raceId: agentId,
        agentId: agentId.optional(),
        preview: z.boolean(),
        skip: z.array(z.string().min(1).max(4_096)).max(10_000).readonly(),
        resolve: conflictResolutionsSchema.optional(),
      }),
    )
    .output(type<Result<AppliedChanges>>()),
}

/** Turns that run again with their recorded tool results (docs/behaviour/reruns.md). A rerun is named by its agent. */
export const rerunsContract = {
  /**
   * Records a rerun and begins to run it. `promptId`: only the turn that answers this prompt; missing: all turns.
   * `model`: as for `/model`; missing: the models of the original. `system`: replaces its system prompts. `instructions`:
   * this text replaces all its instruction files. `subtree`: its descendants too, one after the other; the answer is the
   * first rerun. REFUSED while a turn of the original runs. Cancelling the turn of the rerun's agent stops it.
   */
  start: oc
    .input(
      z.object({
        agentId,
        promptId: eventId.optional(),
        model: z.string().min(1).max(300).optional(),
        system: z.string().max(1_000_000).optional(),
        instructions: z.string().max(1_000_000).optional(),
        subtree: z.boolean().optional(),
        onDifference: z.enum(DIFFERENCE_RULES),
      }),
    )
    .output(type<Result<AgentId>>()),
  /**
   * Goes on with a rerun that was cut off or stopped, or whose turn failed: nothing that was answered is asked again.
   * REFUSED if it runs or has ended, or if its agent was prompted since.
   */
  resume: oc.input(z.object({ rerunId: agentId })).output(type<Result<null>>()),
  /** Returns the state of a rerun. REFUSED if the agent is none. */
  view: oc.input(z.object({ rerunId: agentId })).output(type<Result<RerunView>>()),
}

/** Longest path, characters. */
const MAX_PATH = 4_096

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
