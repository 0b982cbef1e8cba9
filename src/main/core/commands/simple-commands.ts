import { shortAgentId } from '../../../shared/ids.ts'
import { outsideProgramOf } from '../../../shared/outside-agent.ts'
import { type SlashCommandName, SLASH_COMMANDS } from '../../../shared/slash-commands.ts'
import { mailEvent } from '../content/input-events.ts'
import { summaryRange } from '../context/summary-range.ts'
import type { Mail } from '../ports/log-ports.ts'
import { decideClear, unknownMark } from './clear-command.ts'
import { answer, type CommandDecision, type CommandSituation, refusal } from './command.ts'
import { decideForkCommand } from './fork-command.ts'
import { decideModel } from './model-command.ts'
import { decideSend, namedAgent } from './send-command.ts'
import { decideStop } from './stop-command.ts'
import { decideSystem } from './system-command.ts'
import type { PromptTemplate } from '../../../shared/prompt-template.ts'

/** The decision function of each command. Short ones are in this file. */
export const DECISIONS: Readonly<
  Record<SlashCommandName, (args: string, situation: CommandSituation) => CommandDecision>
> = {
  model: decideModel,
  fork: decideForkCommand,
  mark: decideMark,
  clear: decideClear,
  compress: decideCompress,
  send: decideSend,
  'check-mail': (_, situation) => decideCheckMail(situation),
  kill: decideKill,
  stop: decideStop,
  agents: (_, { tree, agent }) => answer(tree.outline(agent.id)),
  system: decideSystem,
  help: decideHelp,
  exit: () => ({ type: 'accepted', answer: 'Session ended.', change: {}, clientAction: 'exit' }),
}

/** `/mark NAME`: sets a named boundary; using a name again moves it (docs/behaviour/commands.md#mark). */
export function decideMark(args: string, { agent }: CommandSituation): CommandDecision {
  if (args === '') return refusal('A mark needs a name: /mark NAME')
  if (/\s/.test(args)) return refusal(`A mark's name has no spaces in it: /mark ${args.replaceAll(/\s+/g, '_')}`)
  if (/^-|"/.test(args)) return refusal(unreachableName(args))
  return {
    type: 'accepted',
    answer: `Checkpoint '${args}' created.`,
    change: { events: [{ agentId: agent.id, turnId: null, kind: 'mark', content: null, data: { name: args } }] },
  }
}

/** Commands take `-…` for options of theirs, and quoted text for prompts. */
function unreachableName(name: string): string {
  const clean = name.replaceAll('"', '').replace(/^-+/, '')
  const undo = clean === 'undo' ? ' To undo a clear, a rewind or a summary: /clear --undo.' : ''
  return `A mark's name does not begin with - and has no quotes, because /clear and /fork could not find it: /mark ${clean === '' ? 'NAME' : clean}.${undo}`
}

const COMPRESS_WHILE_BUSY =
  'Cannot compress the context while response is streaming. Wait for completion or press Ctrl+C to cancel.'

/** `/compress [MARK]`: replaces the context, or the part after the mark, by a summary from the agent's own model. */
function decideCompress(args: string, { agent, context, isBusy }: CommandSituation): CommandDecision {
  const program = outsideProgramOf(agent.choice)
  if (program !== null) return refusal(keepsItsContext(program))
  if (isBusy) return refusal(COMPRESS_WHILE_BUSY)
  const afterId = args === '' ? 0 : context.marks.get(args)
  if (afterId === undefined) return refusal(unknownMark(args, context.marks))
  const range = summaryRange(context.items, afterId)
  return range === null ? refusal('Nothing to compress.') : { type: 'compress', range }
}

/** A summary would need the program to answer without its tools, which the protocol cannot ask of it. */
function keepsItsContext(program: string): string {
  return `${program} keeps its own context, which ikigai cannot compress. /clear and /clear MARK work: the next prompt begins a new session with what is left.`
}

/**
 * `/check-mail`: shows the unread mail, oldest first. The mail is marked as read in the same commit that adds it to the
 * context.
 */
function decideCheckMail({ unread }: CommandSituation): CommandDecision {
  if (unread.length === 0) return answer('No messages.')
  return {
    type: 'accepted',
    answer: unread.map(mailText).join('\n\n'),
    change: { readMail: unread, events: unread.map(mailEvent) },
  }
}

function mailText({ from, content }: Mail): string {
  return `From ${shortAgentId(from)}: ${content}`
}

/** `/help [COMMAND]` (docs/behaviour/commands.md#help). */
function decideHelp(args: string, { templates }: Pick<CommandSituation, 'templates'>): CommandDecision {
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

/**
 * `/kill [UUID]`: kills the agent and all its descendants in one transaction. For an agent that is already killed, it
 * kills the descendants that still run. A model can kill only itself and its own descendants; only the user can kill a
 * root agent.
 */
function decideKill(args: string, situation: CommandSituation): CommandDecision {
  const { agent, tree, by } = situation
  const found = args === '' ? { ok: true as const, agent } : namedAgent(args, situation)
  if (!found.ok) return refusal(found.message)
  const target = found.agent
  const name = shortAgentId(target.id)
  if (by === 'model' && !tree.lineage(target.id).includes(agent.id)) {
    return refusal(`${name} is not a descendant of this agent: an agent can kill only its descendants and itself.`)
  }
  if (by === 'model' && target.parentId === null) return refusal(`${name} is a root agent: only a user closes it.`)
  const alive = tree.withDescendants(target.id).filter(({ status }) => status !== 'killed')
  if (alive.length === 0) return refusal(`${name} was killed already.`)
  const kill = { agentId: target.id, by: by === 'person' ? 'person' : agent.id }
  return {
    type: 'accepted',
    answer: `Killed ${alive.length} ${alive.length === 1 ? 'agent' : 'agents'}.`,
    change: { kill },
  }
}
