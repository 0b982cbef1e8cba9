import type { AgentId } from '../../shared/ids.ts'
import type { Result } from '../../shared/result.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import type { Notices } from '../store/notice-store.ts'
import type { Toasts } from '../store/toast-store.ts'
import { texts } from '../text/texts.ts'
import { callEngine } from './call-engine.ts'

const words = texts.actions

/** Where agents are shown in the tree. A refusal is shown at the bottom of the window. */
export interface ArrangeActions {
  /** Moves agents into the archive or out of it, and offers to undo it. */
  archive(agentIds: readonly AgentId[], archived: boolean): Promise<void>
  /** As `archive`, without a message about it; returns whether that succeeded. */
  move(agentIds: readonly AgentId[], archived: boolean): Promise<boolean>
  pin(agentIds: readonly AgentId[], pinned: boolean): Promise<void>
}

export function createArrangeActions(client: EngineClient, notices: Notices, toasts: Toasts): ArrangeActions {
  async function isDone(call: Promise<Result<null>>): Promise<boolean> {
    const outcome = await callEngine(call)
    if (!outcome.ok) notices.fail(outcome.error.message)
    return outcome.ok
  }

  const move = (agentIds: readonly AgentId[], archived: boolean) =>
    isDone(client.agents.archive({ agentIds, archived }))

  return {
    move,
    async archive(agentIds, archived) {
      if (!(await move(agentIds, archived))) return
      const moved = { agents: agentIds.length }
      toasts.show(archived ? words.archived(moved) : words.unarchived(moved), () => {
        void move(agentIds, !archived)
      })
    },
    async pin(agentIds, pinned) {
      await isDone(client.agents.pin({ agentIds, pinned }))
    },
  }
}
