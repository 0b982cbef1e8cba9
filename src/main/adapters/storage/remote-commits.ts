import type { Sql } from 'postgres'
import type { EventId } from '../../../shared/ids.ts'
import { ok } from '../../../shared/result.ts'
import type { Committed } from '../../core/ports/log-ports.ts'
import type { Logger } from '../../core/ports/system-ports.ts'
import { COMMIT_CHANNEL } from './commit-statement.ts'
import type { LogReader } from './log-reader.ts'

export interface RemoteCommits {
  onRemoteCommit(listener: (committed: Committed) => void): () => void
}

interface Announcement {
  readonly ids: readonly EventId[]
  readonly agents: readonly string[]
}

/**
 * Listens for the commits of other engines, reads them and passes them on in order; commits that arrive during a read
 * are passed on together. After a lost connection, reads everything since the last known event, because notifications
 * are not kept for disconnected listeners.
 */
export async function listenForCommits(
  client: Sql,
  sessionId: number,
  { reader, logger }: { readonly reader: LogReader; readonly logger: Logger },
): Promise<RemoteCommits> {
  const listeners = new Set<(committed: Committed) => void>()
  let waiting: Announcement[] = []
  let missedSince: EventId | null = null
  let newest: EventId | null = null
  let reading = false

  const deliver = (committed: Committed): void => {
    newest = Math.max(newest ?? 0, ...committed.events.map(({ id }) => id))
    for (const listener of listeners) listener(committed)
  }
  const readAll = async (): Promise<void> => {
    if (reading) return
    reading = true
    while (missedSince !== null || waiting.length > 0) {
      const since = missedSince
      const announced = waiting
      missedSince = null
      waiting = []
      const committed =
        since === null ? await readAnnounced(reader, announced) : await readMissed(reader, since, sessionId)
      if (committed === null) {
        logger.warn('Commits of another engine could not be read; they are read when the connection is back')
        missedSince = since
        waiting = [...announced, ...waiting]
        break
      }
      deliver(committed)
    }
    reading = false
  }
  const onListen = async (): Promise<void> => {
    if (newest === null) newest = await reader.newestId()
    else missedSince = newest
    await readAll()
  }

  const firstListen = Promise.withResolvers<void>()
  const listening = (): void => void onListen().then(firstListen.resolve, firstListen.reject)
  const onNotify = (payload: string): void => {
    const announcement = parseAnnouncement(payload, sessionId)
    if (announcement === null) return
    waiting.push(announcement)
    void readAll()
  }
  await client.listen(COMMIT_CHANNEL, onNotify, listening)
  await firstListen.promise
  return {
    onRemoteCommit(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Parses `SESSION:item,item`, where an item is an event's id or an agent's uuid. Null: our own commit. */
function parseAnnouncement(payload: string, ownSession: number): Announcement | null {
  const [session, items = ''] = payload.split(':')
  if (Number(session) === ownSession) return null
  const [ids, agents] = [
    items.split(',').filter((item) => !item.includes('-')),
    items.split(',').filter((item) => item.includes('-')),
  ]
  return { ids: ids.filter((id) => id !== '').map(Number), agents }
}

async function readAnnounced(reader: LogReader, announced: readonly Announcement[]): Promise<Committed | null> {
  const ids = announced.flatMap((announcement) => announcement.ids)
  const uuids = [...new Set(announced.flatMap((announcement) => announcement.agents))]
  const [events, agents] = await Promise.all([
    ids.length === 0 ? NOTHING : reader.eventsOf(ids),
    uuids.length === 0 ? NOTHING : reader.agentsOf(uuids),
  ])
  return events.ok && agents.ok ? { events: events.value, agents: agents.value } : null
}

const NOTHING = ok([])

async function readMissed(reader: LogReader, since: EventId, sessionId: number): Promise<Committed | null> {
  const [events, agents] = await Promise.all([reader.eventsAfter(since, { isNot: sessionId }), reader.agents()])
  return events.ok && agents.ok ? { events: events.value, agents: agents.value } : null
}
