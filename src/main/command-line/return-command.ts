import type { Command } from 'commander'

import { jsonText } from '../../shared/json-text.ts'
import type { LimitReturnState } from '../../shared/limit-return.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { localTime } from './clock-text.ts'
import { EXIT, type ExitCode } from './exit-code.ts'
import { findAgent } from './find-agent.ts'

/** `ikigai return AGENT [on|off]`: says, or sets, whether an agent goes on by itself when a provider's limit resets. */
async function returnCommand(
  engine: Engine,
  { prefix, state, json = false }: { readonly prefix: string; readonly state: string | undefined } & JsonFlag,
  output: Output,
): Promise<ExitCode> {
  const agent = await findAgent(engine, prefix)
  if (!agent.ok || (state !== undefined && state !== 'on' && state !== 'off')) {
    output.error(`${agent.ok ? `Say on or off, not ${state}.` : agent.error.message}\n`)
    return EXIT.usage
  }
  const agentId = agent.value.id
  const found =
    state === undefined
      ? await engine.limitReturn.get({ agentId })
      : await engine.limitReturn.set({ agentId, isOn: state === 'on' })
  if (!found.ok) {
    output.error(`${found.error.message}\n`)
    return EXIT.turnFailed
  }
  output.out(`${json ? jsonText({ agentId, ...found.value }) : returnText(found.value)}\n`)
  return EXIT.done
}

function returnText({ isOn, resetsAt, times, most, problem }: LimitReturnState): string {
  const when = resetsAt === null ? 'It is stopped by no limit now.' : `The limit resets on ${localTime(resetsAt)}.`
  if (!isOn) return `It does not go on by itself. ${when}`
  if (problem !== null) return `It does not go on by itself now: ${problem.text}`
  return `It goes on by itself, ${times} of ${most} times since a user acted, in a window or \`ikigai serve\` that is open then. ${when}`
}

/** Adds `ikigai return`. */
export function registerReturn(program: Command, { output, withEngine }: CommandContext): void {
  program
    .command('return')
    .description("set whether an agent goes on by itself when a provider's limit resets, or say it")
    .argument('<agent>', 'a unique prefix of its id')
    .argument('[state]', 'on or off')
    .option('--json', 'as JSON')
    .action(async (prefix: string, state: string | undefined, { json = false }: JsonFlag) => {
      await withEngine((engine) => returnCommand(engine, { prefix, state, json }, output))
    })
}
