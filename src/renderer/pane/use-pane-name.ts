import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useLayout, useTree } from '../hooks/use-stores.ts'
import { agentModel, agentName } from '../store/agent-name.ts'
import { openAgents } from '../store/layout.ts'
import { texts } from '../text/texts.ts'

/** Returns the name of an agent that no other open pane has. */
export function usePaneName(agentId: AgentId): string {
  const layout = useLayout((state) => state)
  return useTree(({ agents }) =>
    paneName(
      agentId,
      openAgents(layout).flatMap((id) => agents.get(id) ?? []),
    ),
  )
}

/** Of open agents with one name, each has its model in addition, and a number if that is the same too. */
export function paneName(agentId: AgentId, open: readonly AgentSummary[]): string {
  const agent = open.find(({ id }) => id === agentId)
  if (agent === undefined) return agentId
  const alike = open.filter((other) => agentName(other) === agentName(agent))
  if (alike.length === 1) return agentName(agent)
  const named = `${agentName(agent)} · ${modelOf(agent)}`
  const same = alike.filter((other) => modelOf(other) === modelOf(agent))
  return same.length === 1 ? named : `${named} · ${same.indexOf(agent) + 1}`
}

function modelOf(agent: AgentSummary): string {
  return agentModel(agent) ?? texts.pane.noModel
}
