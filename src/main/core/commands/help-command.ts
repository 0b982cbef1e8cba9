import { SLASH_COMMANDS } from '../../../shared/slash-command.ts'
import { answer, type CommandDecision, refusal } from './command.ts'

/** `/help [COMMAND]`. */
export function decideHelp(args: string): CommandDecision {
  if (args === '') return answer(overview())
  const wanted = args.replace(/^\//, '').toLowerCase()
  const command = SLASH_COMMANDS.find(({ name }) => name === wanted)
  if (command === undefined) return refusal(`Unknown command: ${args}\n\n${overview()}`)
  return answer(`${command.usage}\n  ${command.summary}`)
}

function overview(): string {
  const width = Math.max(...SLASH_COMMANDS.map(({ usage }) => usage.length))
  return SLASH_COMMANDS.map(({ usage, summary }) => `${usage.padEnd(width)}  ${summary}`).join('\n')
}
