import { isDeepStrictEqual } from 'node:util'

import type { OwnedConnection } from '../../src/renderer/connection/connect.ts'
import type { AgentEvent } from '../../src/shared/agent-event.ts'
import { valueOf } from '../support/drive-agent.ts'
import { ENDINGS, type WatchedAgent } from './watched-agent.ts'

/** What a kill is judged by. */
interface Known {
  /** Text that was shown before this time (performance.now()) must be in the log. */
  readonly durableUntil: number
  /** Every answer that was sent, whole. */
  readonly sent: readonly string[]
}

/** What is wrong with the log, in words; nothing when all is well. */
export async function findingsOf(
  connection: OwnedConnection,
  agents: readonly WatchedAgent[],
  known: Known,
): Promise<readonly string[]> {
  const findings: string[] = []
  for (const agent of agents) findings.push(...findingsOfAgent(agent, await logOf(connection, agent), known))
  return findings
}

/** Whether a turn has no ending yet. */
export async function hasUnended(connection: OwnedConnection, agents: readonly WatchedAgent[]): Promise<boolean> {
  for (const agent of agents) if (badlyEnded(agent, await logOf(connection, agent)).length > 0) return true
  return false
}

async function logOf({ client }: OwnedConnection, { agentId }: WatchedAgent): Promise<readonly AgentEvent[]> {
  const page = await client.agents.history({ agentId, beforeId: Number.MAX_SAFE_INTEGER, limit: 500 })
  return valueOf(page).events
}

function findingsOfAgent(agent: WatchedAgent, events: readonly AgentEvent[], known: Known): readonly string[] {
  const stored = new Map(events.map((event) => [event.id, event]))
  const lost = [...agent.acknowledged.values()].flatMap((event) => {
    const now = stored.get(event.id)
    if (isDeepStrictEqual(now, event)) return []
    return [`${event.kind} ${event.id} was acknowledged and is now ${JSON.stringify(now) ?? 'gone'}`]
  })
  return [...lost, ...badlyEnded(agent, events), ...events.flatMap((event) => textFindings(agent, event, known))]
}

function badlyEnded({ agentId }: WatchedAgent, events: readonly AgentEvent[]): readonly string[] {
  // A fork in the middle of its parent's turn inherits the prompt and not the answer.
  const own = events.filter((event) => event.turnId !== null && event.agentId === agentId)
  return [...Map.groupBy(own, ({ turnId }) => turnId)].flatMap(([turnId, ofTurn]) => {
    const endings = ofTurn.filter(({ kind }) => ENDINGS.has(kind))
    return endings.length === 1 ? [] : [`turn ${turnId} has the endings ${endings.map(({ kind }) => kind).join(', ')}`]
  })
}

function textFindings(agent: WatchedAgent, event: AgentEvent, { durableUntil, sent }: Known): readonly string[] {
  if (event.kind === 'error') return [`error ${event.id}: ${event.content}`]
  const content = event.content ?? ''
  if (event.kind === 'assistant') {
    return sent.includes(content) ? [] : [`answer ${event.id} is not what was sent`]
  }
  if (event.kind !== 'interrupted') return []
  if (!sent.some((text) => text.startsWith(content))) return [`interrupted ${event.id} has text that was never sent`]
  const shown = event.turnId === agent.turnId ? agent.textBefore(durableUntil) : ''
  return content.startsWith(shown)
    ? []
    : [`interrupted ${event.id} has ${content.length} characters, ${shown.length} should have been on disk by then`]
}
