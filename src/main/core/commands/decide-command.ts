import { slashCommand, type SlashCommandName } from '../../../shared/slash-commands.ts'
import { AGENT_KILLED } from '../agents/agent-tree.ts'
import { type CommandDecision, type CommandSituation, refusal } from './command.ts'
import { DECISIONS } from './simple-commands.ts'

/** Decides a command. The caller commits the change, then gives the answer. */
export function decideCommand(name: SlashCommandName, args: string, situation: CommandSituation): CommandDecision {
  const isKilled = situation.agent.status === 'killed'
  return isKilled && !isForKilled(name, args) ? refusal(AGENT_KILLED) : DECISIONS[name](args, situation)
}

function isForKilled(name: SlashCommandName, args: string): boolean {
  const { onKilledAgent } = slashCommand(name)
  return onKilledAgent === 'always' || (onKilledAgent === 'without_arguments' && args === '')
}
