import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { PendingApproval } from '../../shared/approval.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { Dismissals } from '../store/dismissal-store.ts'
import { inboxItems } from '../store/inbox-items.ts'
import { unreadAgents, type UnreadResults } from '../store/unread-results.ts'
import { treeRows } from '../store/tree-rows.ts'

type Agents = ReadonlyMap<AgentId, AgentSummary>

/** Neighbours of an agent in the tree; null: none in that direction. */
export const relatives = {
  parent(agents: Agents, from: AgentId | null): AgentId | null {
    return (from === null ? null : agents.get(from)?.parentId) ?? null
  },
  firstChild(agents: Agents, from: AgentId | null): AgentId | null {
    return inTreeOrder(agents).find((agent) => from !== null && agent.parentId === from)?.id ?? null
  },
  previousSibling: (agents: Agents, from: AgentId | null) => sibling(agents, from, -1),
  nextSibling: (agents: Agents, from: AgentId | null) => sibling(agents, from, 1),
}

type Question = Pick<PendingApproval, 'id' | 'agentId' | 'callId' | 'askedAt'>

/** Where the user is: the agent of the focused pane, and the question that has the focus; null: none. */
interface Place {
  readonly agentId: AgentId | null
  readonly questionId: string | null
}

/**
 * Returns what needs attention next: the question after the one that has the focus, first of the same agent, then of
 * the others in the order in which they asked; without such a question the first one of the focused agent, else the
 * oldest. If there are no questions: the next agent whose turn was interrupted, then failed, oldest first. Null: none.
 */
export function nextNeedingAttention(
  agents: Agents,
  from: Place,
  questions: Iterable<Question>,
  dismissals: Dismissals,
): { readonly agentId: AgentId; readonly questionId: string | null } | null {
  const open = inWalkingOrder([...questions].filter(({ agentId }) => agents.has(agentId)))
  const at = open.findIndex(({ id }) => id === from.questionId)
  const next = at === -1 ? open.find(({ agentId }) => agentId === from.agentId) : open[at + 1]
  const question = next ?? open[0]
  if (question !== undefined) return { agentId: question.agentId, questionId: question.id }
  const { interrupted, failed } = inboxItems(agents.values(), [], dismissals)
  const stopped = [...interrupted, ...failed].map(({ id }) => id)
  const [agentId] = after(stopped, from.agentId)
  return agentId === undefined ? null : { agentId, questionId: null }
}

/** Returns the agent whose unread result comes after that of `from`, the oldest first, then from the start; null: none. */
export function nextUnread(agents: Agents, from: AgentId | null, unread: UnreadResults): AgentId | null {
  const [next] = after(
    unreadAgents(agents.values(), unread).map(({ id }) => id),
    from,
  )
  return next ?? null
}

/** The questions of one agent together, the oldest first. Of several about one call only the first is shown. */
function inWalkingOrder(questions: readonly Question[]): readonly Question[] {
  const sorted = questions.toSorted((a, b) => a.askedAt - b.askedAt)
  const isFirst = ({ id, agentId, callId }: Question): boolean =>
    sorted.find((each) => each.agentId === agentId && each.callId === callId)?.id === id
  const shown = sorted.filter((question) => question.callId === undefined || isFirst(question))
  const waiting = [...new Set(shown.map(({ agentId }) => agentId))]
  return waiting.flatMap((id) => shown.filter(({ agentId }) => agentId === id))
}

/** Returns the ids after one of them, then those up to it. */
function after(ids: readonly AgentId[], from: AgentId | null): readonly AgentId[] {
  const start = ids.findIndex((id) => id === from) + 1
  return [...ids.slice(start), ...ids.slice(0, start)]
}

function sibling(agents: Agents, from: AgentId | null, step: 1 | -1): AgentId | null {
  const agent = from === null ? undefined : agents.get(from)
  if (agent === undefined) return null
  const siblings = inTreeOrder(agents).filter((each) => each.parentId === agent.parentId)
  return siblings[siblings.findIndex((each) => each.id === agent.id) + step]?.id ?? null
}

function inTreeOrder(agents: Agents): readonly AgentSummary[] {
  return treeRows(agents.values(), new Set()).map((row) => row.agent)
}
