import type { AgentSummary } from '../../shared/agent-summary.ts'
import { shortAgentId } from '../../shared/ids.ts'
import { isUsed } from '../../shared/usage-totals.ts'
import { texts } from '../text/texts.ts'

/** An agent, or what is left of one that is not known: its id, and no more than a name. */
type NamedAgent = Pick<AgentSummary, 'id' | 'name'> &
  Partial<Pick<AgentSummary, 'parentId' | 'choice' | 'usage' | 'cost'>>

/**
 * Returns an agent's name. Without one, it is *New agent* before its first prompt, a fork is called by its model, and all
 * others by their short id.
 */
export function agentName({ id, name, parentId, choice, usage, cost }: NamedAgent): string {
  if (name !== '') return name
  // A redacted agent has lost its name, and is not new.
  const isNew = usage !== undefined && cost !== undefined && !isUsed({ usage, cost })
  if (parentId === null && isNew) return texts.common.newAgent
  return (typeof parentId === 'string' ? choice?.model : null) ?? shortAgentId(id)
}
