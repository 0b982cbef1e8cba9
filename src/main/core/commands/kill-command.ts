import { shortAgentId } from '../../../shared/ids.ts'
import { type CommandDecision, type CommandSituation, refusal } from './command.ts'
import { namedAgent } from './named-agent.ts'

/**
 * `/kill [UUID]`: kills the agent and all its descendants in one transaction. For an agent that is already killed, it
 * kills the descendants that still run. A model can kill only itself and its own descendants; only the user can kill a
 * root agent.
 */
export function decideKill(args: string, situation: CommandSituation): CommandDecision {
  const { agent, tree, by } = situation
  const found = args === '' ? { ok: true as const, agent } : namedAgent(args, situation)
  if (!found.ok) return refusal(found.message)
  const target = found.agent
  const name = shortAgentId(target.id)
  if (by === 'model' && !tree.lineage(target.id).includes(agent.id)) {
    return refusal(`${name} is not a descendant of this agent: an agent can kill only its descendants and itself.`)
  }
  if (by === 'model' && target.parentId === null) return refusal(`${name} is a root agent: only a person closes it.`)
  const alive = tree.withDescendants(target.id).filter(({ status }) => status !== 'killed')
  if (alive.length === 0) return refusal(`${name} was killed already.`)
  const kill = { agentId: target.id, by: by === 'person' ? 'person' : agent.id }
  return {
    type: 'accepted',
    answer: `Killed ${alive.length} ${alive.length === 1 ? 'agent' : 'agents'}.`,
    change: { kill },
  }
}
