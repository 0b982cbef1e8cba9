import type { AgentId } from '../../../shared/ids.ts'
import type { TurnOutcome } from '../../../shared/stream-event.ts'
import type { MailStarter } from '../conversation/mail-starter.ts'
import type { ToolHooks } from '../tools/tool-hooks.ts'
import type { QueueSender } from './queue-sender.ts'
import { recordVerdict, type VerdictDependencies } from './record-verdict.ts'

interface Dependencies extends VerdictDependencies {
  readonly hooks: ToolHooks
  readonly sender: QueueSender
  readonly mailStarter: MailStarter
}

/**
 * Returns what follows a turn: its hooks start, a judge's verdict is recorded, and a queued prompt is sent, else a turn
 * with the agent's mail starts.
 */
export function afterTurns(dependencies: Dependencies) {
  return async (agentId: AgentId, outcome: TurnOutcome): Promise<void> => {
    const { hooks, sender, mailStarter } = dependencies
    hooks.turnEnded(agentId, outcome)
    if (outcome === 'completed') await recordVerdict(agentId, dependencies)
    if (outcome === 'completed' && (await sender.sendNext(agentId))) return
    await mailStarter.startOnMail(agentId)
  }
}
