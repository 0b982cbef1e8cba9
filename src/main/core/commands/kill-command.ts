import type { NewEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import { shortAgentId } from '../../../shared/ids.ts'
import { type CommandDecision, type CommandSituation, refuse } from './command.ts'

/**
 * `/kill [UUID]`: the agent and all its descendants, in one transaction (decisions.md § 4). A model reaches only its
 * own descendants and itself; a root agent is closed only by a person.
 */
export function decideKill(args: string, situation: CommandSituation): CommandDecision {
  const { agent, tree, by } = situation
  const found = args === '' ? { ok: true as const, agent } : tree.find(args)
  if (!found.ok) return refuse(found.message)
  const target = found.agent
  const name = shortAgentId(target.id)
  if (by === 'model' && !tree.lineage(target.id).includes(agent.id)) {
    return refuse(`${name} is not a descendant of this agent: an agent can kill only its descendants and itself.`)
  }
  if (by === 'model' && target.parentId === null) return refuse(`${name} is a root agent: only a person closes it.`)
  if (target.status === 'killed') return refuse(`${name} was killed already.`)
  return kill(tree.withDescendants(target.id), by === 'person' ? 'person' : agent.id)
}

function kill(agents: readonly AgentRecord[], by: string): CommandDecision {
  const alive = agents.filter(({ status }) => status !== 'killed')
  const events = alive.map(({ id }): NewEvent => ({
    agentId: id,
    turnId: null,
    kind: 'agent_killed',
    content: null,
    data: { by },
  }))
  const agentChanges = alive.map(({ id }) => ({ id, status: 'killed' as const }))
  return { type: 'accepted', answer: `Killed ${alive.length} agents.`, change: { agentChanges, events } }
}
