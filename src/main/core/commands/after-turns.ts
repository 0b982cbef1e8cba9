import type { AgentId } from '../../../shared/ids.ts'
import type { TurnOutcome } from '../../../shared/stream-event.ts'
import { recordVerdict } from './record-verdict.ts'
import type { CommandServices } from './command-services.ts'
import type { QueueSender } from './queue-sender.ts'

/**
 * Returns what follows a turn: its hooks start, a judge's verdict is recorded, and a queued prompt is sent, else a turn
 * with the agent's mail starts.
 */
export function afterTurns(services: CommandServices, sender: QueueSender) {
  return async (agentId: AgentId, outcome: TurnOutcome): Promise<void> => {
    const { hooks, mailStarter } = services
    hooks.turnEnded(agentId, outcome)
    if (outcome === 'completed') await recordVerdict(agentId, services)
    if (outcome === 'completed' && (await sender.sendNext(agentId))) return
    await mailStarter.startOnMail(agentId)
  }
}
