import type { AgentId } from '../../shared/ids.ts'
import type { AgentTreeStore } from '../store/agent-tree-store.ts'
import { isBusy, type PromptQueues } from '../store/prompt-queue.ts'

/** What sends the prompts that wait. Each is sent once, however many windows there are. */
export interface QueueActions {
  /** Sends a prompt of the queue now, unless another window does; it comes back to its place when it was refused. */
  sendQueued(agentId: AgentId, promptId: string): Promise<void>
  /** A turn has ended: sends the prompt that is first in the queue, if there is one. */
  sendNext(agentId: AgentId): Promise<void>
}

export interface QueueActionsNeeds {
  readonly tree: AgentTreeStore
  readonly queues: PromptQueues
  /** Answers whether the text was taken. */
  submit(agentId: AgentId, text: string): Promise<boolean>
}

export function createQueueActions({ tree, queues, submit }: QueueActionsNeeds): QueueActions {
  async function sendQueued(agentId: AgentId, promptId: string): Promise<void> {
    // All windows hear of the end of a turn: the one that gets the prompt sends it.
    if (!(await queues.claim(agentId, promptId))) return
    const text = queues.of(agentId).find(({ id }) => id === promptId)?.text
    if (text !== undefined && (await submit(agentId, text))) queues.remove(agentId, promptId)
    else queues.release(agentId, promptId)
  }

  return {
    sendQueued,
    async sendNext(agentId) {
      // Another window may have queued prompts, or sent the first one and so begun a turn.
      await queues.load(agentId)
      const [first] = queues.of(agentId)
      if (first !== undefined && !isBusy(tree.getState().agents.get(agentId))) await sendQueued(agentId, first.id)
    },
  }
}
