import { resolve } from 'node:path'

import type { Command } from 'commander'

import { shortAgentId } from '../../shared/ids.ts'
import { jsonText } from '../../shared/json-text.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode, failed } from './exit-code.ts'
import { findAgent } from './find-agent.ts'

interface TakeOverFlags extends JsonFlag {
  readonly folder?: string
}

/** `ikigai take-over AGENT`: makes this machine and account the home of an agent, and of those below it. */
async function takeOverCommand(
  engine: Engine,
  prefix: string,
  { folder = '.', json = false }: TakeOverFlags,
  output: Output,
): Promise<ExitCode> {
  const agent = await findAgent(engine, prefix)
  if (!agent.ok) return failed(agent, output, EXIT.usage)
  const former = agent.value.otherHome?.label ?? ''
  const taken = await engine.agents.takeOver({ agentId: agent.value.id, folder: resolve(folder) })
  if (!taken.ok) return failed(taken, output, EXIT.turnFailed)
  for (const each of taken.value) {
    output.out(json ? `${jsonText(each)}\n` : `${shortAgentId(each.id)}  ${each.name}  from ${former}\n`)
  }
  return EXIT.done
}

/** Adds `ikigai take-over`. */
export function registerTakeOver(program: Command, { output, withEngine }: CommandContext): void {
  program
    .command('take-over')
    .description('run an agent of another home here, and those below it, with the keys and rules of this account')
    .argument('<agent>', 'a unique prefix of its id')
    .option('--folder <folder>', 'where it works from now on; missing: the current folder')
    .option('--json', 'one agent per line')
    .action(async (agent: string, flags: TakeOverFlags) => {
      await withEngine((engine) => takeOverCommand(engine, agent, flags, output))
    })
}
