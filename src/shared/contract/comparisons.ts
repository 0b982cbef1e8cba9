import { oc, type } from '@orpc/contract'
import { z } from 'zod'

import type { BranchMerge } from '../branch-merge.ts'
import { MAX_COMPARED } from '../comparison-size.ts'
import type { Result } from '../result.ts'
import { agentId, answerSource, answerSources, eventId, promptText } from './fields.ts'

/** What people decide about several answers. It is recorded in the log of the agents. */
export const comparisonsContract = {
  /**
   * Records that a user prefers an answer to others, in the log of the agent that gave it; with `withdrawn`, that the
   * user no longer does. The newest vote about an answer counts. Nothing is sent to a model.
   */
  vote: oc
    .input(
      z.object({
        answer: answerSource,
        over: z.array(answerSource).max(MAX_COMPARED).readonly(),
        withdrawn: z.boolean(),
      }),
    )
    .output(type<Result<null>>()),
  /**
   * Adds a text that was merged from answers to the agent's context, without starting a turn. `merged`: the answer that
   * the text was taken from. REFUSED while a turn of the agent is running. `agents.discard` removes it as long as nothing
   * follows it.
   */
  addMerge: oc
    .input(z.object({ agentId, text: promptText, sources: answerSources, merged: answerSource }))
    .output(type<Result<null>>()),
  /**
   * Adds a text about an agent's branch, or about one turn of it, to the context of another agent, without starting a
   * turn. `turn`: any message of the turn that is merged; missing: the whole branch. Without `text`, the newest answer
   * is added: that of the branch or, with `writer`, of a fork of the source that was asked to write about it.
   * `maxTokens`: the limit of the text; missing: 5 % of the branch's tokens. A longer text is REFUSED, as is a target
   * that is running, killed or archived. With `preview` nothing is recorded, and a text that is too long is returned.
   * `agents.discard` removes the text as long as nothing follows it.
   */
  mergeBranch: oc
    .input(
      z.object({
        source: agentId,
        turn: eventId.optional(),
        into: agentId,
        writer: agentId.optional(),
        text: promptText.optional(),
        maxTokens: z.number().int().positive().optional(),
        preview: z.boolean().optional(),
      }),
    )
    .output(type<Result<BranchMerge>>()),
}
