import { assertNever } from '../../../shared/assert-never.ts'
import type { SlashCommandName } from '../../../shared/slash-command.ts'
import { AGENT_KILLED } from '../agents/killed-agent.ts'
import { decideCheckMail } from './check-mail-command.ts'
import { decideClear } from './clear-command.ts'
import { answer, type CommandDecision, type CommandSituation, refusal } from './command.ts'
import { decideCompress } from './compress-command.ts'
import { decideForkCommand } from './fork-command.ts'
import { decideHelp } from './help-command.ts'
import { decideKill } from './kill-command.ts'
import { decideMark } from './mark-command.ts'
import { decideModel } from './model-command.ts'
import { decideSend } from './send-command.ts'
import { decideStop } from './stop-command.ts'
import { decideSystem } from './system-command.ts'

/** What can be done at a killed agent: nothing of it changes its history. */
const FOR_KILLED: ReadonlySet<SlashCommandName> = new Set(['kill', 'stop', 'agents', 'help', 'exit'])

/** One pure decision per command; whoever runs it commits its change and then gives its answer. */
export function decideCommand(name: SlashCommandName, args: string, situation: CommandSituation): CommandDecision {
  const isReading = (name === 'system' || name === 'model') && args === ''
  if (situation.agent.status === 'killed' && !FOR_KILLED.has(name) && !isReading) return refusal(AGENT_KILLED)
  switch (name) {
    case 'model':
      return decideModel(args, situation)
    case 'fork':
      return decideForkCommand(args, situation)
    case 'mark':
      return decideMark(args, situation)
    case 'clear':
      return decideClear(args, situation)
    case 'compress':
      return decideCompress(args, situation)
    case 'send':
      return decideSend(args, situation)
    case 'check-mail':
      return decideCheckMail(situation)
    case 'kill':
      return decideKill(args, situation)
    case 'stop':
      return decideStop(args, situation)
    case 'agents':
      return answer(situation.tree.outline(situation.agent.id))
    case 'system':
      return decideSystem(args, situation)
    case 'help':
      return decideHelp(args)
    case 'exit':
      return { type: 'accepted', answer: 'Session ended.', change: {}, sequel: 'exit' }
    default:
      return assertNever(name)
  }
}
