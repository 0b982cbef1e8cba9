import type { Command } from 'commander'

import { jsonText } from '../../shared/json-text.ts'
import type { ListedTool, ToolList, ToolServerState } from '../../shared/tool-list.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode } from './exit-code.ts'
import { interruptSignal } from './interrupt-signal.ts'

/** `ikigai tools`: lists the tools of agents and the state of the MCP servers. */
async function toolsCommand(
  engine: Engine,
  { json, signal }: { readonly json: boolean; readonly signal: AbortSignal },
  output: Output,
): Promise<ExitCode> {
  const list = await engine.tools.list(undefined, signal)
  if (json) {
    output.out(`${jsonText(list)}\n`)
    return exitCodeFor(list)
  }
  for (const tool of list.tools) output.out(`${toolLine(tool)}\n`)
  for (const server of list.servers) {
    output.error(`${serverLine(server)}\n`)
    for (const what of server.leftOut ?? []) output.error(`  left out: ${what}\n`)
  }
  return exitCodeFor(list)
}

/** A server that does not run is a failure. Rows of a list that cannot be used are not. */
function exitCodeFor({ servers }: ToolList): ExitCode {
  return servers.every(({ state }) => state === 'running') ? EXIT.done : EXIT.turnFailed
}

function toolLine({ name, description }: ListedTool): string {
  return `${name}  ${description.split('\n')[0] ?? ''}`
}

function serverLine({ name, transport, state, message, tools }: ToolServerState): string {
  return `${name} (${transport}): ${state}${message === '' ? '' : `, ${message}`}, ${tools} tools`
}

/** Adds `ikigai tools`. */
export function registerTools(program: Command, { output, withEngine }: CommandContext): void {
  program
    .command('tools')
    .description('show the tools that agents have, and the servers that some come from')
    .option('--json', 'everything as one line of JSON')
    .action(async ({ json = false }: JsonFlag) => {
      const signal = interruptSignal()
      await withEngine((engine) => toolsCommand(engine, { json, signal }, output))
    })
}
