import { setTimeout as delay } from 'node:timers/promises'
import type { AgentEvent, NewEvent } from '../../../shared/agent-event.ts'
import type { EventId } from '../../../shared/ids.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { Change, Committed, Kill } from '../../core/ports/log-ports.ts'
import type { LogReader } from './log-reader.ts'
import { lostConnection, NOTHING_SAVED, OUTCOME_UNKNOWN, toResult } from './storage-error.ts'

const WAIT_MS = 100
const TRIES = 150

/** A commit whose connection broke before the answer arrived. */
export interface DoubtfulCommit {
  readonly change: Change
  readonly sessionId: number
  /** Our newest acknowledged event when the commit was sent. */
  readonly since: EventId
}

/**
 * Finds out, as soon as the database answers again, whether a doubtful commit was carried out: a caller that repeated
 * it would otherwise record it twice. A commit is recorded completely or not at all. A commit that only changes agents
 * is safe to repeat.
 *
 * `end` ends what the server may still be doing for the lost connection, and returns whether it has ended: before that,
 * a commit that is not recorded may still be.
 */
export async function findCommit(
  reader: LogReader,
  doubtful: DoubtfulCommit,
  end: () => Promise<boolean>,
): Promise<Result<Committed>> {
  for (let tries = 0; tries < TRIES; tries++) {
    const ended = await toResult(end)
    const found = ended.ok && ended.value ? await lookFor(reader, doubtful) : null
    if (found?.ok) return found.value ? ok(found.value) : NOT_KEPT
    await delay(WAIT_MS)
  }
  return UNKNOWN
}

const NOT_KEPT = err(lostConnection(NOTHING_SAVED))
const UNKNOWN = err(lostConnection(OUTCOME_UNKNOWN))

async function lookFor(
  reader: LogReader,
  { change, sessionId, since }: DoubtfulCommit,
): Promise<Result<Committed | null>> {
  const own = await reader.eventsAfter(since, { is: sessionId })
  if (!own.ok) return own
  if (change.kill !== undefined) return lookForKill(reader, change.kill, own.value)
  const events = matchInOrder(change.events ?? [], own.value)
  const born = (change.newAgents ?? []).map(({ id }) => id)
  const touched = [
    ...new Set([...born, ...(change.agentChanges ?? []).map(({ id }) => id), ...touchedByEvents(change)]),
  ]
  const agents = await reader.agentsOf(touched)
  if (!agents.ok) return agents
  const areBorn = born.every((id) => agents.value.some((agent) => agent.id === id))
  const hasProof = born.length > 0 || (change.events ?? []).length > 0
  return ok(hasProof && areBorn && events !== null ? { events, agents: agents.value } : null)
}

/**
 * A kill is the session's only commit at its time: its event proves that it happened, and all events since then belong
 * to it.
 */
async function lookForKill(
  reader: LogReader,
  { agentId }: Kill,
  events: readonly AgentEvent[],
): Promise<Result<Committed | null>> {
  const killed = events.filter(({ kind }) => kind === 'agent_killed').map((event) => event.agentId)
  const agents = await reader.agentsOf([...new Set([agentId, ...killed])])
  if (!agents.ok) return agents
  const target = agents.value.find(({ id }) => id === agentId)
  return ok(killed.length > 0 && target?.status === 'killed' ? { events, agents: agents.value } : null)
}

/** Agents whose usage, unread mail or queue changed. */
function touchedByEvents({ events = [], newMail = [], readMail = [], sentPrompts = [] }: Change): readonly string[] {
  const answering = events.filter(({ kind }) => kind === 'assistant').map(({ agentId }) => agentId)
  const senders = sentPrompts.map(({ agentId }) => agentId)
  return [...answering, ...[...newMail, ...readMail].map(({ to }) => to), ...senders]
}

/** Returns the recorded events that match these, in this order; null: some are missing. */
function matchInOrder(wanted: readonly NewEvent[], recorded: readonly AgentEvent[]): readonly AgentEvent[] | null {
  const matches: AgentEvent[] = []
  for (const event of recorded) {
    const next = wanted[matches.length]
    if (next !== undefined && isSame(next, event)) matches.push(event)
  }
  return matches.length === wanted.length ? matches : null
}

function isSame(a: NewEvent, b: NewEvent): boolean {
  return fingerprint(a) === fingerprint(b)
}

function fingerprint({ agentId, turnId, kind, content, data }: NewEvent): string {
  return JSON.stringify([agentId, turnId, kind, content, data])
}
