import type { AgentSummary } from '../../shared/agent-summary.ts'
import { type AgentId, shortAgentId } from '../../shared/ids.ts'
import { jsonText } from '../../shared/json-text.ts'
import { formatModelSpec } from '../../shared/model-spec.ts'
import { withThousands } from '../../shared/thinking-feedback.ts'
import { subtreeUsages } from '../../shared/token-totals.ts'
import { treeIndent, treeOrder } from '../../shared/tree-order.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import { EXIT, type ExitCode } from './exit-code.ts'
import { listAgents } from './find-agent.ts'
import { type AgentCosts, NO_COSTS, subtreeCosts } from './subtree-costs.ts'

/** `ikigai agents`: prints the tree as text, or each agent as a line of JSON. */
export async function agentsCommand(engine: Engine, json: boolean, output: Output): Promise<ExitCode> {
  const agents = await listAgents(engine)
  if (json) for (const agent of agents) output.out(`${jsonText(agent)}\n`)
  else if (agents.length === 0) output.error('No agents. `ikigai run "hello"` makes one.\n')
  else printTree(agents, await subtreeCosts(engine, agents), output)
  return EXIT.done
}

function printTree(agents: readonly AgentSummary[], costs: ReadonlyMap<AgentId, AgentCosts>, output: Output): void {
  const subtrees = subtreeUsages(agents)
  for (const { agent, depth } of treeOrder(agents)) {
    const model = agent.choice === null ? 'no model' : formatModelSpec(agent.choice)
    const name = agent.name === '' ? '' : `  ${agent.name}`
    const own = agent.usage.totalTokens
    const tokens = tokenWords(own, subtrees.get(agent.id)?.totalTokens ?? own)
    const cost = costWords(costs.get(agent.id) ?? NO_COSTS)
    const mail = agent.unreadMail === 0 ? '' : `  ${agent.unreadMail} unread`
    const killed = agent.status === 'killed' ? '  killed' : ''
    output.out(`${treeIndent(depth)}${shortAgentId(agent.id)}  ${model}${name}${tokens}${cost}${mail}${killed}\n`)
  }
}

function tokenWords(own: number, withChildren: number): string {
  if (withChildren === 0) return ''
  const children = withChildren === own ? '' : ` (${withThousands(withChildren)} with its children)`
  return `  ${withThousands(own)} tokens${children}`
}

/** Returns the cost of the agent and its descendants at list prices; empty if no price is known. */
function costWords({ subtree: { estimatedCost, unpriced } }: AgentCosts): string {
  if (estimatedCost === 0) return ''
  return `  about $${estimatedCost.toFixed(4)}${unpriced === 0 ? '' : ' or more'}`
}
