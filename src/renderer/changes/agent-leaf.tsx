import type { AgentId } from '../../shared/ids.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { ProviderLeaf } from '../parts/provider-leaf.tsx'

/** The sign of the provider of an agent's model. */
export function AgentLeaf({ agentId }: { readonly agentId: AgentId }) {
  return <ProviderLeaf of={useAgent(agentId)?.choice?.provider ?? ''} />
}
