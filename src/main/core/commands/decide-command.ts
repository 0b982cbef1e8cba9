import { assertNever } from '../../../shared/assert-never.ts'
import type { SlashCommandName } from '../../../shared/slash-command.ts'
import { decideClear } from './clear-command.ts'
import { answer, type CommandDecision, type CommandSituation } from './command.ts'
import { decideForkCommand } from './fork-command.ts'
import { decideHelp } from './help-command.ts'
import { decideMark } from './mark-command.ts'
import { decideModel } from './model-command.ts'

/** One pure decision per command; whoever runs it commits its change and then gives its answer. */
export function decideCommand(name: SlashCommandName, args: string, situation: CommandSituation): CommandDecision {
  switch (name) {
    case 'model':
      return decideModel(args, situation)
    case 'fork':
      return decideForkCommand(args, situation)
    case 'mark':
      return decideMark(args, situation)
    case 'clear':
      return decideClear(args, situation)
    case 'agents':
      return answer(situation.tree.outline(situation.agent.id))
    case 'system':
      return answer(situation.context.system ?? 'No system prompt.')
    case 'help':
      return decideHelp(args)
    default:
      return assertNever(name)
  }
}
