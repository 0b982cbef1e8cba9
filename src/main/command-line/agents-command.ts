import type { AgentSummary } from '../../shared/agent-summary.ts'
import { shortAgentId } from '../../shared/ids.ts'
import { jsonText } from '../../shared/json-text.ts'
import { formatModelSpec } from '../../shared/model-spec.ts'
import { withThousands } from '../../shared/thinking-feedback.ts'
import { subtreeUsage } from '../../shared/token-totals.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import { EXIT, type ExitCode } from './exit-code.ts'
import { listAgents } from './find-agent.ts'

/** `ikigai agents`: the tree as text, or one agent a line as JSON. */
export async function agentsCommand(engine: Engine, json: boolean, output: Output): Promise<ExitCode> {
  const agents = await listAgents(engine)
  if (json) for (const agent of agents) output.out(`${jsonText(agent)}\n`)
  else if (agents.length === 0) output.error('No agents. `ikigai run "hello"` makes one.\n')
  else printChildren(agents, null, 0, output)
  return EXIT.done
}

function printChildren(agents: readonly AgentSummary[], parentId: string | null, depth: number, output: Output): void {
  for (const agent of agents) {
    if (agent.parentId !== parentId) continue
    const model = agent.choice === null ? 'no model' : formatModelSpec(agent.choice)
    const name = agent.name === '' ? '' : `  ${agent.name}`
    const tokens = tokenWords(agent.usage.totalTokens, subtreeUsage(agents, agent.id).totalTokens)
    const mail = agent.unreadMail === 0 ? '' : `  ${agent.unreadMail} unread`
    const killed = agent.status === 'killed' ? '  killed' : ''
    output.out(`${'  '.repeat(depth)}${shortAgentId(agent.id)}  ${model}${name}${tokens}${mail}${killed}\n`)
    printChildren(agents, agent.id, depth + 1, output)
  }
}

function tokenWords(own: number, withChildren: number): string {
  if (withChildren === 0) return ''
  const children = withChildren === own ? '' : ` (${withThousands(withChildren)} with its children)`
  return `  ${withThousands(own)} tokens${children}`
}
