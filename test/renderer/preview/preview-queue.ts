import { implement } from '@orpc/server'

import { refused } from '../../../src/shared/app-error.ts'
import { contract } from '../../../src/shared/contract.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import type { PromptQueue } from '../../../src/shared/prompt-queue.ts'
import { DONE, ok } from '../../../src/shared/result.ts'

/** The operations on the queues of the preview. */
export function previewQueue(
  queueOf: (agentId: AgentId) => PromptQueue,
  show: (agentId: AgentId, prompts: PromptQueue) => void,
  note: (name: string, input: unknown) => void,
) {
  const { queue } = implement(contract)
  return {
    change: queue.change.handler(({ input: { agentId, promptId, text, asText } }) => {
      const changed = { id: promptId, text, asText }
      show(
        agentId,
        queueOf(agentId).map((prompt) => (prompt.id === promptId ? changed : prompt)),
      )
      return DONE
    }),
    remove: queue.remove.handler(({ input }) => {
      note('queue.remove', input)
      const left = queueOf(input.agentId).filter(({ id }) => id !== input.promptId)
      if (left.length === queueOf(input.agentId).length) {
        return { ok: false as const, error: refused('This prompt is not in the queue any more.') }
      }
      show(input.agentId, left)
      return DONE
    }),
    send: queue.send.handler(({ input }) => {
      note('queue.send', input)
      return ok({ answers: [], turnStarted: true, children: [], startedChildren: [] })
    }),
    reorder: queue.reorder.handler(({ input }) => {
      note('queue.reorder', input)
      return DONE
    }),
  }
}
