import type { ApprovalScope } from '../../shared/approval.ts'
import { shortAgentId } from '../../shared/ids.ts'
import { useTree } from '../hooks/use-stores.ts'
import { agentName } from '../store/agent-name.ts'

/** Returns a text for the scope of a rule. */
export function useScopeLabel(scope: ApprovalScope): string {
  return useTree(({ agents }) => {
    if (scope.type === 'everywhere') return 'every agent'
    const agent = agents.get(scope.agentId)
    const name = agent === undefined ? shortAgentId(scope.agentId) : agentName(agent)
    return scope.type === 'agent' ? name : `${name} and its descendants`
  })
}
