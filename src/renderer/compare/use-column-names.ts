import type { AgentId } from '../../shared/ids.ts'
import { useTree } from '../hooks/use-stores.ts'
import { agentName } from '../store/agent-name.ts'
import { columnLetter } from '../store/column-letter.ts'

/** Returns `A · claude-sonnet-5-5` for each column, or the agent's name if it has no model. */
export function useColumnNames(agents: readonly AgentId[]): readonly string[] {
  const tree = useTree((state) => state.agents)
  return agents.map((agentId, index) => {
    const agent = tree.get(agentId)
    return `${columnLetter(index)} · ${agent?.choice?.model ?? agentName(agent ?? { id: agentId, name: '' })}`
  })
}
