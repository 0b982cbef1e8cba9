import { oc, type } from '@orpc/contract'
import { z } from 'zod'

import type { AgentId } from '../ids.ts'
import { DIFFERENCE_RULES, type RerunView } from '../rerun.ts'
import type { Result } from '../result.ts'
import { agentId, eventId } from './fields.ts'

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
