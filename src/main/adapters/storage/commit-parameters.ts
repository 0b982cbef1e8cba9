import type { NewEvent } from '../../../shared/agent-event.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { NO_TOTALS } from '../../../shared/usage-totals.ts'
import type { AgentChange, Change, NewAgent, StartedTurn } from '../../core/ports/log-ports.ts'
import { totalsByAgent, totalsColumns } from './agent-totals.ts'
import { encodeJson, escapeText } from './lossless-text.ts'

type MergedChange = Omit<AgentChange, 'id'>

/** Returns $1 to $11 of the commit statement. */
export function commitParameters(
  sessionId: number,
  change: Change,
): [number, string, string, string, string, string, string, string, string | null, string, string] {
  const events = change.events ?? []
  const newAgents = change.newAgents ?? []
  const totals = totalsByAgent(events)
  const counts = countsByAgent(change)
  const changes = changesByAgent(change.agentChanges ?? [], [...totals.keys(), ...counts.keys()])
  const born = new Set(newAgents.map(({ id }) => id))
  return [
    sessionId,
    encodeJson(
      newAgents.map((agent) => newAgentRow(agent, changes.get(agent.id), totals.get(agent.id), counts.get(agent.id))),
    ),
    encodeJson(
      [...changes]
        .filter(([id]) => !born.has(id))
        .map(([id, merged]) => changeRow(id, merged, totals.get(id), counts.get(id))),
    ),
    eventRows(events),
    JSON.stringify(change.settledTurns ?? []),
    encodeJson((change.startedTurns ?? []).map(startedRow)),
    encodeJson((change.newMail ?? []).map(({ from, to, content }) => ({ from_agent: from, to_agent: to, content }))),
    JSON.stringify((change.readMail ?? []).map(({ id }) => id)),
    change.kill?.agentId ?? null,
    change.kill?.by ?? '',
    encodeJson((change.sentPrompts ?? []).map(({ id, text, asText }) => ({ id, content: text, as_text: asText }))),
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
  { name, choice, wakeOnMail }: MergedChange,
  totals = NO_TOTALS,
  { unreadMail, queuedPrompts }: Counts = UNCHANGED,
): object {
  return {
    uuid: id,
    name,
    provider: choice?.provider,
    model: choice?.model,
    thinking_level: choice?.thinkingLevel,
    unread_mail: unreadMail,
    wake_on_mail: wakeOnMail,
    queued_prompts: queuedPrompts,
    ...totalsColumns(totals),
  }
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
