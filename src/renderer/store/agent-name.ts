import type { AgentSummary } from '../../shared/agent-summary.ts'
import { shortAgentId } from '../../shared/ids.ts'
import { isUsed } from '../../shared/usage-totals.ts'
import { texts } from '../text/texts.ts'
import { withLevel } from './model-title.ts'

/** An agent, or what is left of one that is not known: its id, and no more than a name. */
type NamedAgent = Pick<AgentSummary, 'id' | 'name'> &
  Partial<Pick<AgentSummary, 'parentId' | 'choice' | 'modelName' | 'usage' | 'cost'>>

/**
 * Returns an agent's name. Without one, it is *New agent* before its first prompt, a fork is called by its model, and all
 * others by their short id.
 */
export function agentName(agent: NamedAgent): string {
  const { id, name, parentId, usage, cost } = agent
  if (name !== '') return name
  // A redacted agent has lost its name, and is not new.
  const isNew = usage !== undefined && cost !== undefined && !isUsed({ usage, cost })
  if (parentId === null && isNew) return texts.common.newAgent
  return (typeof parentId === 'string' ? agentModel(agent) : null) ?? shortAgentId(id)
}

/** Whether an agent's name says which model it has: `Sonnet 5.5`, `Sonnet 5.5 · med`, `Sonnet 5.5 · 2`. */
export function namesModel(name: string, model: string): boolean {
  return name === model || name.startsWith(`${model} · `)
}

/** Returns the model of an agent with its level, `Sonnet 5.5 · med`; null: it has none, or is not known. */
export function agentModel({ choice, modelName }: NamedAgent): string | null {
  if (choice === undefined || choice === null) return null
  return withLevel(modelName ?? choice.model, choice.thinkingLevel)
}
