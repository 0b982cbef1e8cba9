import type { Command } from 'commander'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import { defined } from '../../shared/defined.ts'
import { type AgentId, shortAgentId } from '../../shared/ids.ts'
import { jsonText } from '../../shared/json-text.ts'
import { formatModelSpec } from '../../shared/model-spec.ts'
import { costText } from '../../shared/money.ts'
import { withThousands } from '../../shared/thinking-feedback.ts'
import { treeIndent, treeOrder } from '../../shared/tree-order.ts'
import { isUnreported, isUsed, reportedTokens, subtreeTotals, type UsageTotals } from '../../shared/usage-totals.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import { localTime } from './clock-text.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode } from './exit-code.ts'
import { listAgents } from './find-agent.ts'

/** `ikigai agents`: prints the tree as text, or each agent as a line of JSON. */
export async function agentsCommand(engine: Engine, json: boolean, output: Output): Promise<ExitCode> {
  const agents = await listAgents(engine)
  const waits = await engine.limitReturn.waits()
  const goesOnAt = new Map((waits.ok ? waits.value : []).map(({ agentId, resetsAt }) => [agentId, resetsAt]))
  if (json) {
    for (const agent of agents) {
      const goesOn = defined({ goesOnAt: goesOnAt.get(agent.id) })
      output.out(`${jsonText({ ...agent, usage: reportedTokens(agent), ...goesOn })}\n`)
    }
  } else if (agents.length === 0) output.error('No agents. `ikigai run "hello"` makes one.\n')
  else printTree(agents, goesOnAt, output)
  return EXIT.done
}

/** `goesOnAt`: when agents that wait for the end of a limit go on, ms since the epoch. */
function printTree(agents: readonly AgentSummary[], goesOnAt: ReadonlyMap<AgentId, number>, output: Output): void {
  const subtrees = subtreeTotals(agents)
  for (const { agent, depth } of treeOrder(agents)) {
    const model = agent.choice === null ? 'no model' : formatModelSpec(agent.choice)
    const name = agent.name === '' ? '' : `  ${agent.name}`
    const own = agent.usage.totalTokens
    const subtree = subtrees.get(agent.id) ?? agent
    const tokens = isUnreported(subtree) ? '  tokens not reported' : tokenText(own, subtree.usage.totalTokens)
    const cost = usedCost(subtree)
    const mail = agent.unreadMail === 0 ? '' : `  ${agent.unreadMail} unread`
    const killed = agent.status === 'killed' ? '  killed' : ''
    const home = homeText(agent)
    const at = goesOnAt.get(agent.id)
    const waits = at === undefined ? '' : `  goes on ${localTime(at)}`
    output.out(
      `${treeIndent(depth)}${shortAgentId(agent.id)}  ${model}${name}${tokens}${cost}${mail}${killed}${waits}${home}\n`,
    )
  }
}

/** Names the home of an agent that does not run here; empty: it does. */
function homeText({ otherHome }: AgentSummary): string {
  if (otherHome === undefined) return ''
  const { label, isOpen, seenAt } = otherHome
  const gone = isOpen || seenAt === null ? '' : ` (not open, last on ${seenAt.slice(0, 10)})`
  return `  at ${label}${gone}`
}

function tokenText(own: number, withChildren: number): string {
  if (withChildren === 0) return ''
  const children = withChildren === own ? '' : ` (${withThousands(withChildren)} with its children)`
  return `  ${withThousands(own)} tokens${children}`
}

/** Returns the cost of the agent and its descendants; empty if they used nothing. */
function usedCost(totals: UsageTotals): string {
  return isUsed(totals) ? `  ${costText(totals.cost)}` : ''
}

/** Adds `ikigai agents`. */
export function registerAgents(program: Command, { output, withEngine }: CommandContext): void {
  program
    .command('agents')
    .description('show the tree of agents')
    .option('--json', 'one agent per line')
    .action(async ({ json = false }: JsonFlag) => {
      await withEngine((engine) => agentsCommand(engine, json, output))
    })
}
