import type { PromptTemplate } from '../../../shared/prompt-template.ts'
import { SLASH_COMMANDS } from '../../../shared/slash-commands.ts'
import { answer, type CommandDecision, type CommandSituation, refusal } from './command.ts'

/** `/help [COMMAND]` (docs/behaviour/commands.md#help). */
export function decideHelp(args: string, { templates }: Pick<CommandSituation, 'templates'>): CommandDecision {
  if (args === '') return answer(overview(templates))
  const wanted = args.replace(/^\//, '').toLowerCase()
  const command = SLASH_COMMANDS.find(({ name }) => name === wanted)
  if (command !== undefined) return answer(`${command.usage}\n  ${command.summary}`)
  const template = templates.find(({ name, problem }) => name === wanted && problem === null)
  if (template === undefined) return refusal(`Unknown command: ${args}\n\n${overview(templates)}`)
  return answer(`${usageOf(template)}\n  ${template.description}\n  Prompt template: ${JSON.stringify(template.path)}`)
}

function overview(templates: readonly PromptTemplate[]): string {
  const usable = templates.filter(({ problem }) => problem === null)
  const refused = templates.flatMap(({ path, problem }) =>
    problem === null ? [] : `Not used: ${JSON.stringify(path)}: ${problem}`,
  )
  const own = usable.map((template) => ({ usage: usageOf(template), summary: template.description }))
  return [
    table(SLASH_COMMANDS),
    ...(own.length === 0 ? [] : [`Prompt templates:\n${table(own)}`]),
    ...(refused.length === 0 ? [] : [refused.join('\n')]),
  ].join('\n\n')
}

function usageOf({ name, hint }: PromptTemplate): string {
  return hint === '' ? `/${name}` : `/${name} ${hint}`
}

function table(rows: readonly { readonly usage: string; readonly summary: string }[]): string {
  const width = Math.max(...rows.map(({ usage }) => usage.length))
  return rows.map(({ usage, summary }) => `${usage.padEnd(width)}  ${summary}`).join('\n')
}
