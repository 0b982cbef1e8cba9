import { oc, type } from '@orpc/contract'
import { z } from 'zod'

import type { Result } from '../result.ts'
import type { SubmitResult } from './agents.ts'
import { agentId, attachmentRefs, promptId, promptText } from './fields.ts'

/**
 * Prompts that wait for the end of a turn; the agent's feed shows them. REFUSED if a prompt is no longer in the
 * queue.
 */
export const queueContract = {
  /** Changes a waiting prompt. Missing `attachments`: the files stay as they are. */
  change: oc
    .input(
      z.object({
        agentId,
        promptId,
        text: promptText,
        asText: z.boolean(),
        attachments: attachmentRefs.optional(),
      }),
    )
    .output(type<Result<null>>()),
  /** Removes the prompt: it is not sent. */
  remove: oc.input(z.object({ agentId, promptId })).output(type<Result<null>>()),
  /** Sends the prompt now, also after a stop or a failure; refused while a turn is running. */
  send: oc.input(z.object({ agentId, promptId })).output(type<Result<SubmitResult>>()),
  /** Reorders these prompts within the positions that they occupy. */
  reorder: oc
    .input(z.object({ agentId, promptIds: z.array(promptId).max(200).readonly() }))
    .output(type<Result<null>>()),
}
