import type { Command } from 'commander'

import type { AgentCommand } from '../../shared/agent-summary.ts'
import { shortAgentId } from '../../shared/ids.ts'
import { jsonText } from '../../shared/json-text.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode, failed } from './exit-code.ts'
import { findAgent, listAgents } from './find-agent.ts'
import { textTable } from './text-table.ts'

const COLUMNS = [
  { heading: 'agent', align: 'left' },
  { heading: 'id', align: 'left' },
  { heading: 'started (UTC)', align: 'left' },
  { heading: 'ports', align: 'left' },
  { heading: 'command', align: 'left' },
] as const

/** `ikigai background [AGENT]`: lists the commands that run in the background, here and in other ikigais on the data. */
export async function backgroundCommand(
  engine: Engine,
  prefix: string | undefined,
  { json, output }: { readonly json: boolean; readonly output: Output },
): Promise<ExitCode> {
  const agent = prefix === undefined ? null : await findAgent(engine, prefix)
  if (agent !== null && !agent.ok) return failed(agent, output, EXIT.usage)
  const listed = await engine.agents.background()
  if (!listed.ok) return failed(listed, output)
  const commands = listed.value.filter(({ agentId }) => agent === null || agentId === agent.value.id)
  if (json) for (const command of commands) output.out(`${jsonText({ ...command })}\n`)
  else if (commands.length === 0) output.error('No command runs in the background.\n')
  else await printTable(engine, commands, output)
  return EXIT.done
}

async function printTable(engine: Engine, commands: readonly AgentCommand[], output: Output): Promise<void> {
  const names = new Map((await listAgents(engine)).map(({ id, name }) => [id, name]))
  const rows = commands.map(({ agentId, id, startedAt, ports = [], command }) => [
    `${shortAgentId(agentId)} ${names.get(agentId) ?? ''}`.trim(),
    id,
    new Date(startedAt).toISOString().slice(0, 16).replace('T', ' '),
    ports.join(', '),
    command,
  ])
  for (const line of textTable(COLUMNS, rows)) output.out(`${line}\n`)
}

/** Adds `ikigai background`. */
export function registerBackground(program: Command, { output, withEngine }: CommandContext): void {
  program
    .command('background')
    .description('show the commands that agents left running, and the ports on which they listen')
    .argument('[agent]', 'a unique prefix of its id; without it, those of all agents')
    .option('--json', 'one command per line')
    .action(async (agent: string | undefined, { json = false }: JsonFlag) => {
      await withEngine((engine) => backgroundCommand(engine, agent, { json, output }))
    })
}
