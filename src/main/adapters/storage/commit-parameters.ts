import { AGENT_COLUMN_LIST } from '../../../shared/agent-attributes.ts'
import type { NewEvent } from '../../../shared/agent-event.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { NO_TOTALS } from '../../../shared/usage-totals.ts'
import type { AgentChange, Change, NewAgent, SentPrompt, StartedTurn } from '../../core/ports/log-ports.ts'
import { totalsByAgent, totalsColumns } from './agent-totals.ts'
import type { CommitParameter } from './commit-sections.ts'
import { encodeJson, escapeText } from './lossless-text.ts'

type MergedChange = Omit<AgentChange, 'id'>

export type CommitParameters = ReadonlyMap<CommitParameter, string | number>

/** Returns the parameters that the change needs. */
export function commitParameters(sessionId: number, change: Change): CommitParameters {
  const { events = [], newAgents = [], startedTurns = [], newMail = [], readMail = [], sentPrompts = [] } = change
  const { takenOver = [] } = change
  const totals = totalsByAgent(events)
  const counts = countsByAgent(change)
  const changes = changesByAgent(change.agentChanges ?? [], [...totals.keys(), ...counts.keys()])
  const born = new Set(newAgents.map(({ id }) => id))
  const wanted = [...changes].filter(([id]) => !born.has(id))
  const begun = new Set(startedTurns.map(({ turnId }) => turnId))
  const settled = Map.groupBy(change.settledTurns ?? [], (turnId) => begun.has(turnId))
  const lists: readonly (readonly [CommitParameter, readonly unknown[]])[] = [
    ['starting', startingAgents(change)],
    [
      'born',
      newAgents.map((agent) => newAgentRow(agent, changes.get(agent.id), totals.get(agent.id), counts.get(agent.id))),
    ],
    ['wanted', wanted.map(([id, merged]) => changeRow(id, merged, totals.get(id), counts.get(id)))],
    ['begun', startedTurns.map(startedRow)],
    ['settled', settled.get(false) ?? []],
    ['continued', settled.get(true) ?? []],
    ['moved', takenOver.map(({ agentId, from, profile }) => ({ uuid: agentId, home: from, profile }))],
    ['posted', newMail.map(({ from, to, content }) => ({ from_agent: from, to_agent: to, content }))],
    ['read', readMail.map(({ id }) => id)],
    ['dequeued', sentPrompts.map(queuedRow)],
  ]
  const moved = takenOver.map(({ agentId }) => agentId)
  const touched = new Set([...events.map(({ agentId }) => agentId), ...wanted.map(([id]) => id), ...moved])
  return new Map<CommitParameter, string | number>([
    ['session', sessionId],
    ['touched', JSON.stringify([...touched])],
    ...(events.length > 0 || change.kill ? [['happened', eventRows(events)] as const] : []),
    ...lists.flatMap(([name, rows]) => (rows.length > 0 ? [[name, encodeJson(rows)] as const] : [])),
    ...(change.kill
      ? ([
          ['killed', change.kill.agentId],
          ['killer', change.kill.by],
        ] as const)
      : []),
  ])
}

/** Returns the agents whose rows the change adds or changes. Those that a kill ends are not known before it. */
export function changedAgents(change: Change): ReadonlySet<AgentId> {
  const { newAgents = [], agentChanges = [], events = [], takenOver = [] } = change
  return new Set([
    ...takenOver.map(({ agentId }) => agentId),
    ...[...newAgents, ...agentChanges].map(({ id }) => id),
    ...totalsByAgent(events).keys(),
    ...countsByAgent(change).keys(),
  ])
}

/** Returns the agents below which the change starts something: a child, a turn or a prompt. */
function startingAgents({ newAgents = [], startedTurns = [], events = [] }: Change): readonly AgentId[] {
  return [
    ...new Set([
      ...newAgents.flatMap(({ parentId }) => parentId ?? []),
      ...startedTurns.map(({ agentId }) => agentId),
      ...events.flatMap(({ kind, agentId }) => (kind === 'user' ? [agentId] : [])),
    ]),
  ]
}

/**
 * Returns one entry per agent that changes (by its own change, by usage or by mail): one statement can update a row
 * only once.
 */
function changesByAgent(
  agentChanges: readonly AgentChange[],
  others: readonly AgentId[],
): ReadonlyMap<AgentId, MergedChange> {
  const merged = new Map<AgentId, MergedChange>(others.map((id) => [id, {}]))
  for (const { id, ...change } of agentChanges) merged.set(id, { ...merged.get(id), ...change })
  return merged
}

/** How much an agent's counts of unread mail and queued prompts grow. */
interface Counts {
  readonly unreadMail: number
  readonly queuedPrompts: number
}

const UNCHANGED: Counts = { unreadMail: 0, queuedPrompts: 0 }

function countsByAgent({ newMail = [], readMail = [], sentPrompts = [] }: Change): ReadonlyMap<AgentId, Counts> {
  const counts = new Map<AgentId, Counts>()
  const grow = (id: AgentId, name: keyof Counts, by: number): void => {
    const before = counts.get(id) ?? UNCHANGED
    counts.set(id, { ...before, [name]: before[name] + by })
  }
  for (const { to } of newMail) grow(to, 'unreadMail', 1)
  for (const { to } of readMail) grow(to, 'unreadMail', -1)
  for (const { agentId } of sentPrompts) grow(agentId, 'queuedPrompts', -1)
  return counts
}

function newAgentRow(agent: NewAgent, change: MergedChange = {}, totals = NO_TOTALS, counts = UNCHANGED): object {
  return {
    uuid: agent.id,
    parent_uuid: agent.parentId,
    fork_message_id: agent.forkEventId,
    fork_from_id: agent.forkFromId,
    profile: agent.profile,
    is_here: agent.isHere,
    ...changeRow(
      agent.id,
      { name: agent.name, ...(agent.choice ? { choice: agent.choice } : {}), ...change },
      totals,
      counts,
    ),
  }
}

function changeRow(
  id: AgentId,
  { choice, ...changed }: MergedChange,
  totals = NO_TOTALS,
  { unreadMail, queuedPrompts }: Counts = UNCHANGED,
): object {
  return {
    uuid: id,
    ...changedColumns(changed),
    provider: choice?.provider,
    model: choice?.model,
    thinking_level: choice?.thinkingLevel,
    unread_mail: unreadMail,
    queued_prompts: queuedPrompts,
    ...totalsColumns(totals),
  }
}

function changedColumns(changed: Readonly<Record<string, unknown>>): object {
  const columns = AGENT_COLUMN_LIST.flatMap(({ name, attribute, change }): [string, unknown][] =>
    attribute !== null && change === 'replaced' ? [[name, changed[attribute]]] : [],
  )
  return Object.fromEntries(columns)
}

function queuedRow({ id, text, asText, attachments = [] }: SentPrompt): object {
  return { id, content: text, as_text: asText, attachments }
}

function startedRow({ agentId, turnId, choice }: StartedTurn): object {
  return {
    turn_id: turnId,
    agent_uuid: agentId,
    provider: choice.provider,
    model: choice.model,
    thinking_level: choice.thinkingLevel,
  }
}

/**
 * `data` is encoded separately, so that one unstorable character does not send every event of the commit down the slow
 * path.
 */
function eventRows(events: readonly NewEvent[]): string {
  const rows = events.map(({ agentId, turnId, kind, content, data }) => {
    const head = JSON.stringify({
      agent_uuid: agentId,
      turn_id: turnId,
      kind,
      content: content === null ? null : escapeText(content),
    })
    return `${head.slice(0, -1)},"data":${encodeJson(data)}}`
  })
  return `[${rows.join(',')}]`
}
