import { keptByReason, type SessionReport } from '../../../../shared/foreign-report.ts'
import type { ForeignSession, RecordNote } from './foreign-tree.ts'
import type { PlacedSession } from './place-session.ts'
import { defined } from '../../../../shared/defined.ts'

const KNOWN = 'belongs to an event that was imported before'

/** Per record: why it is no new event; null: it is one, or part of one. */
export function keptReasons(session: ForeignSession, placed: PlacedSession): readonly (string | null)[] {
  const used = new Set(placed.events.flatMap(({ event }) => event.records))
  const unplaced = new Map(
    placed.unplaced.flatMap(({ event, reason }) => event.records.map((at) => [at, reason] as const)),
  )
  return session.kept.map((reason, record) => {
    if (reason !== null || used.has(record)) return reason
    return unplaced.get(record) ?? KNOWN
  })
}

export function sessionReport({
  session,
  source,
  placed,
  fresh,
  kept,
  notes,
  files = 0,
  problem,
}: {
  readonly session: ForeignSession
  readonly source: string
  readonly placed: PlacedSession
  readonly fresh: readonly number[]
  readonly kept: readonly (string | null)[]
  readonly notes: readonly RecordNote[]
  readonly files?: number
  readonly problem?: string
}): SessionReport {
  const place = (record: number): string => session.records[record]?.place ?? ''
  const isFresh = new Set(fresh)
  const keptNow = fresh.flatMap((record) => {
    const reason = kept[record] ?? null
    return reason === null ? [] : [{ place: place(record), reason }]
  })
  const notesNow = notes.flatMap(({ record, reason }) =>
    isFresh.has(record) ? [{ place: place(record), reason }] : [],
  )
  return {
    tool: session.tool,
    session: session.id,
    name: session.name,
    source,
    agents: placed.agents.map(({ id }) => id),
    main: placed.main,
    records: session.records.length,
    known: session.records.length - fresh.length,
    asEvents: fresh.length - keptNow.length,
    events: placed.events.length,
    files,
    kept: keptByReason(keptNow),
    notes: keptByReason(notesNow),
    ...defined({ problem }),
  }
}
