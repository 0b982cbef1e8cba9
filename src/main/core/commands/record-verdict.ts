import type { AgentId } from '../../../shared/ids.ts'
import { rankedAnswers } from '../../../shared/verdict.ts'
import type { CommandServices } from './command-services.ts'

/**
 * Records the ranking in the newest answer of a judge. Nothing is recorded for other agents, for an answer without a
 * ranking, and while the database is unavailable: the answer itself says the same.
 */
export async function recordVerdict(agentId: AgentId, { forks, contexts, hub }: CommandServices): Promise<void> {
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
