import type { AgentId } from '../../../shared/ids.ts'
import type { TurnOutcome } from '../../../shared/stream-event.ts'
import { rankedAnswers } from '../../../shared/verdict.ts'
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

/**
 * Records the ranking in the newest answer of a judge. Nothing is recorded for other agents, for an answer without a
 * ranking, and while the database is unavailable: the answer itself says the same.
 */
async function recordVerdict(agentId: AgentId, { forks, contexts, hub }: CommandServices): Promise<void> {
  const shown = await forks.judgedBy(agentId)
  if (shown.length === 0) return
  const context = await contexts.contextOf(agentId)
  if (!context.ok) return
  const answer = context.value.items.findLast((event) => event.kind === 'assistant' && event.agentId === agentId)
  const answers = rankedAnswers(answer?.content ?? '', shown)
  if (answers === null) return
  await hub.record({
    events: [{ agentId, turnId: answer?.turnId ?? null, kind: 'verdict', content: null, data: { answers } }],
  })
}
