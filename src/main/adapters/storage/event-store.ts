import type { Sql } from 'postgres'
import { z } from 'zod'
import type { AgentEvent, NewEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import { timeOfMicroseconds } from '../../../shared/exact-time.ts'
import type { HomeId } from '../../../shared/home.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { Change, Committed, Store, Kill } from '../../core/ports/log-ports.ts'
import { toAgentRecord } from './agent-row.ts'
import { createCommitQueue, type Written } from './commit-queue.ts'
import { endCommits } from './database-clients.ts'
import { commitParameters } from './commit-parameters.ts'
import { commitStatement } from './commit-statement.ts'
import type { EventHasher } from './event-hasher.ts'
import type { RemoteCommits } from './remote-commits.ts'
import type { LogReader } from './log-reader.ts'
import {
  isFromServer,
  mayHaveHappened,
  toStorageError,
  lostConnection,
  NOTHING_SAVED,
  OUTCOME_UNKNOWN,
  toResult,
} from './storage-error.ts'
import type { SettlingJournal } from './stream-journal.ts'
import { statement } from './statements.ts'
import { setTimeout as delay } from 'node:timers/promises'

const rowsSchema = z.array(
  z.object({
    id: z.coerce.number().nullable(),
    created_at: z.coerce.number().nullable(),
    agent: z.string().nullable(),
  }),
)

interface StoreDependencies {
  /** The connection of the commits; nothing else uses it. */
  readonly commits: Sql
  /** For questions about a commit whose connection was lost. */
  readonly pool: Sql
  readonly sessionId: number
  readonly home: HomeId
  readonly reader: LogReader
  readonly journal: SettlingJournal
  readonly remote: RemoteCommits
  readonly hasher: EventHasher
}

export function createEventStore(dependencies: StoreDependencies): Store {
  const { commits, pool, sessionId, home, reader, journal, remote, hasher } = dependencies
  let newest: EventId = 0
  const write = async (change: Change): Promise<Written> => {
    const since = newest
    try {
      const value = await writeChange(commits, { sessionId, home }, change)
      newest = Math.max(newest, value.events.at(-1)?.id ?? 0)
      return ok(value)
    } catch (error) {
      if (mayHaveHappened(error)) {
        return findCommit(reader, { change, sessionId, since }, () => endCommits(pool, sessionId))
      }
      return { ...err(toStorageError(error)), isRefused: isFromServer(error) }
    }
  }
  const commitInGroup = createCommitQueue(write)
  return {
    async commit(change) {
      const turns = change.settledTurns ?? []
      await journal.hold(turns)
      const result = await commitInGroup(change)
      await journal.release(turns, result.ok)
      if (result.ok) hasher.recorded(result.value.events.map(({ agentId }) => agentId))
      return result
    },
    agents: reader.agents,
    events: reader.events,
    onRemoteCommit: remote.onRemoteCommit,
  }
}

type EngineSession = Pick<StoreDependencies, 'sessionId' | 'home'>

async function writeChange(client: Sql, { sessionId, home }: EngineSession, change: Change): Promise<Committed> {
  const parameters = commitParameters(sessionId, change)
  const commit = commitStatement([...parameters.keys()])
  const values = commit.parameters.map((name) => parameters.get(name) ?? null)
  const rows = rowsSchema.parse(await statement(client, commit.text, values))
  return toCommitted({ sessionId, home }, change, rows)
}

/**
 * The database assigns ids and times, in the order of the events; everything else is taken from the change, or from the
 * kill.
 */
function toCommitted({ sessionId, home }: EngineSession, change: Change, rows: z.infer<typeof rowsSchema>): Committed {
  const events: AgentEvent[] = []
  const agents: AgentRecord[] = []
  const wanted = (change.events ?? []).values()
  for (const { id, created_at: createdAt, agent } of rows) {
    const record = agent === null ? null : toAgentRecord(agent, home)
    if (record !== null) agents.push(record)
    if (id === null) continue
    const event = record === null ? wanted.next().value : killedEvent(record.id, change.kill?.by ?? '')
    if (event !== undefined) {
      events.push({ ...event, id, sessionId, createdAt: timeOfMicroseconds(createdAt ?? 0) })
    }
  }
  return { events, agents }
}

function killedEvent(agentId: AgentId, by: string): NewEvent {
  return { agentId, turnId: null, kind: 'agent_killed', content: null, data: { by } }
}

const WAIT_MS = 100
const TRIES = 150

/** A commit whose connection broke before the answer arrived. */
interface DoubtfulCommit {
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
async function findCommit(
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
