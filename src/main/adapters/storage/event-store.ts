import type { Sql } from 'postgres'
import { z } from 'zod'
import type { AgentEvent, NewEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import { timeOfMicroseconds } from '../../../shared/exact-time.ts'
import type { HomeId } from '../../../shared/home.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import { err, ok } from '../../../shared/result.ts'
import type { Change, Committed, Store } from '../../core/ports/log-ports.ts'
import { toAgentRecord } from './agent-row.ts'
import { createCommitQueue, type Written } from './commit-queue.ts'
import { endCommits } from './commit-connection.ts'
import { findCommit } from './find-commit.ts'
import { commitParameters } from './commit-parameters.ts'
import { commitStatement } from './commit-statement.ts'
import type { EventHasher } from './event-hasher.ts'
import type { RemoteCommits } from './remote-commits.ts'
import type { LogReader } from './log-reader.ts'
import { isFromServer, mayHaveHappened, toStorageError } from './storage-error.ts'
import type { SettlingJournal } from './stream-journal.ts'
import { statement } from './statements.ts'

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
