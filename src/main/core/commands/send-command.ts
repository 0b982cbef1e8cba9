import { type AgentId, shortAgentId } from '../../../shared/ids.ts'
import { MAX_UNREAD_MAIL } from '../../../shared/mail-limit.ts'
import { PARENT_ADDRESS } from '../../../shared/slash-commands.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import { answer, type CommandDecision, type CommandSituation, refusal } from './command.ts'

const USAGE = 'Usage: /send UUID MESSAGE'

/**
 * `/send UUID MESSAGE` or `/send parent MESSAGE`: durable mail; quotes around the message are optional
 * (docs/behaviour/commands.md#send). The same text to the same agent within a minute is sent once.
 */
export function decideSend(args: string, situation: CommandSituation): CommandDecision {
  const { agent, sentLately } = situation
  const { prefix, content } = parseSend(args)
  if (prefix === '' || content === '') return refusal(USAGE)
  const found = findRecipient(prefix, situation)
  if (!found.ok) return refusal(found.message)
  const { id, status, unreadMail } = found.agent
  const name = shortAgentId(id)
  if (status === 'killed') return refusal(`${name} was killed: it gets no mail any more.`)
  if (sentLately.some((mail) => mail.to === id && mail.content === content)) {
    return answer(`Not sent again: ${name} was sent this very text less than a minute ago.`)
  }
  if (unreadMail >= MAX_UNREAD_MAIL) {
    return refusal(`${name} has ${unreadMail} unread mails and gets no more until it has read them.`)
  }
  return {
    type: 'accepted',
    answer: `Mail sent to ${name}.`,
    change: { newMail: [{ from: agent.id, to: id, content }] },
  }
}

/** Whether one of the agents is an ancestor of the other. Mail between them needs no permission. */
export function isInLine(tree: AgentTree, a: AgentId, b: AgentId): boolean {
  return tree.lineage(a).includes(b) || tree.lineage(b).includes(a)
}

function parseSend(args: string): { readonly prefix: string; readonly content: string } {
  const [, prefix = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(args.trim()) ?? []
  return { prefix, content: unquoted(rest) }
}

function findRecipient(prefix: string, situation: CommandSituation): ReturnType<AgentTree['find']> {
  const { tree, agent } = situation
  if (prefix.toLowerCase() !== PARENT_ADDRESS) return namedAgent(prefix, situation)
  const { parentId } = agent
  if (parentId === null) return { ok: false, message: 'This agent has no parent: it is a root agent.' }
  return tree.find(parentId)
}

function unquoted(text: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"$/s.exec(text)
  return quoted?.[1]?.replaceAll(/\\(["\\])/g, '$1') ?? text
}

/** Where ids are found: a model has no command that lists agents. */
const SOURCES = {
  person: '/agents lists them.',
  model: 'Use an id that fork answered with, or that mail came from.',
} as const

/** Finds an agent by a prefix of its id, with an error text for who gave the command. */
export function namedAgent(
  prefix: string,
  { tree, by }: Pick<CommandSituation, 'tree' | 'by'>,
): ReturnType<AgentTree['find']> {
  const found = tree.find(prefix)
  return found.ok || !found.isUnknown ? found : { ...found, message: `${found.message} ${SOURCES[by]}` }
}
