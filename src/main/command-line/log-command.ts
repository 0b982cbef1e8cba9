import type { Command } from 'commander'

import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentId } from '../../shared/ids.ts'
import { jsonText } from '../../shared/json-text.ts'
import { poolChoiceText } from '../../shared/pool-choice.ts'
import { usageTotals } from '../../shared/usage-totals.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode, failed } from './exit-code.ts'
import { findAgent } from './find-agent.ts'
import { recordedLine } from './print-events.ts'
import { totalsText } from './totals-text.ts'

const PAGE = 500

/**
 * `ikigai log AGENT`: prints every event of the agent's path, oldest first, including inherited ones; and its usage on
 * stderr.
 */
async function logCommand(engine: Engine, prefix: string, json: boolean, output: Output): Promise<ExitCode> {
  const agent = await findAgent(engine, prefix)
  if (!agent.ok) return failed(agent, output, EXIT.usage)
  const pages: (readonly AgentEvent[])[] = []
  for (let beforeId = Number.MAX_SAFE_INTEGER, more = true; more;) {
    const page = await engine.agents.history({ agentId: agent.value.id, beforeId, limit: PAGE })
    if (!page.ok) return failed(page, output, EXIT.turnFailed)
    pages.unshift(page.value.events)
    beforeId = page.value.events[0]?.id ?? 0
    more = page.value.hasOlder
  }
  const events = pages.flat()
  for (const event of events) output.out(json ? `${jsonText(recordedLine(event))}\n` : `${plainLine(event)}\n`)
  if (!json) output.error(`${totalsLine(agent.value.id, events)}\n`)
  return EXIT.done
}

/** Returns the usage of the agent's own responses; inherited ones count for their own agents. */
function totalsLine(agentId: AgentId, events: readonly AgentEvent[]): string {
  return totalsText(usageTotals(events.filter((event) => event.agentId === agentId)))
}

function plainLine(event: AgentEvent): string {
  const what = event.content ?? (event.data === null ? '' : JSON.stringify(event.data))
  return `${event.id}  ${event.createdAt}  ${event.kind}${modelOf(event)}  ${what}`
}

/** Returns the model that the response names, because a pool contains several, and why a pool chose it. */
function modelOf(event: AgentEvent): string {
  if (event.kind !== 'assistant' && event.kind !== 'interrupted' && event.kind !== 'summary') return ''
  const { provider, model, pool } = event.data
  if (model === undefined) return ''
  const named = [provider, model].filter((part) => part !== undefined).join('/')
  const choice = event.kind === 'summary' ? undefined : event.data.pool_choice
  return choice == null ? ` (${named})` : ` (${named}; @${pool}: ${poolChoiceText(choice)})`
}

/** Adds `ikigai log`. */
export function registerLog(program: Command, { output, withEngine }: CommandContext): void {
  program
    .command('log')
    .description("show an agent's events, inherited ones included")
    .argument('<agent>', 'a unique prefix of its id')
    .option('--json', 'one event per line')
    .action(async (agent: string, { json = false }: JsonFlag) => {
      await withEngine((engine) => logCommand(engine, agent, json, output))
    })
}
