import { oc, type } from '@orpc/contract'
import { z } from 'zod'

import { type AppliedChanges, conflictResolutionsSchema } from '../agent-worktree.ts'
import { GO_ON_RULES } from '../baseline.ts'
import type { AgentId } from '../ids.ts'
import { MAX_ATTEMPTS, MAX_RETRIES, type RaceView, WINNER_RULES } from '../race.ts'
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
