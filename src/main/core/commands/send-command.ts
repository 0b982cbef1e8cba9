import { shortAgentId } from '../../../shared/ids.ts'
import { type CommandDecision, type CommandSituation, refuse } from './command.ts'

const USAGE = 'Usage: /send UUID MESSAGE'

/** `/send UUID MESSAGE`: durable mail; quotes round the message are optional (decisions.md § 4). */
export function decideSend(args: string, { agent, tree }: CommandSituation): CommandDecision {
  const [, prefix = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(args.trim()) ?? []
  const content = unquoted(rest)
  if (prefix === '' || content === '') return refuse(USAGE)
  const found = tree.find(prefix)
  if (!found.ok) return refuse(found.message)
  const to = found.agent
  if (to.status === 'killed') return refuse(`${shortAgentId(to.id)} was killed: it gets no mail any more.`)
  return {
    type: 'accepted',
    answer: `Mail sent to ${shortAgentId(to.id)}.`,
    change: { newMail: [{ from: agent.id, to: to.id, content }] },
  }
}

function unquoted(text: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"$/s.exec(text)
  return quoted?.[1]?.replaceAll(/\\(["\\])/g, '$1') ?? text
}
