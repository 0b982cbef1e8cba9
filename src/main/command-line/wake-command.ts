import type { Command } from 'commander'

import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext } from './command-context.ts'
import { EXIT, type ExitCode } from './exit-code.ts'
import { findAgent } from './find-agent.ts'

/** `ikigai wake AGENT on|off`: sets whether mail starts a turn of the agent. */
async function wakeCommand(engine: Engine, prefix: string, state: string, output: Output): Promise<ExitCode> {
  const agent = await findAgent(engine, prefix)
  if (!agent.ok || (state !== 'on' && state !== 'off')) {
    output.error(`${agent.ok ? `Say on or off, not ${state}.` : agent.error.message}\n`)
    return EXIT.usage
  }
  const set = await engine.agents.setWakeOnMail({ agentId: agent.value.id, wakes: state === 'on' })
  if (!set.ok) output.error(`${set.error.message}\n`)
  return set.ok ? EXIT.done : EXIT.turnFailed
}

/** Adds `ikigai wake`. */
export function registerWake(program: Command, { output, withEngine }: CommandContext): void {
  program
    .command('wake')
    .description('set whether mail starts turns of an agent')
    .argument('<agent>', 'a unique prefix of its id')
    .argument('<state>', 'on or off')
    .action(async (agent: string, state: string) => {
      await withEngine((engine) => wakeCommand(engine, agent, state, output))
    })
}
