import type { AgentEvent, AgentEventOf } from '../../../shared/agent-event.ts'
import type { EventId } from '../../../shared/ids.ts'
import type { ChangeScope, CheckpointPlace, SkippedFile } from '../../../shared/file-changes.ts'

export type CheckpointEvent = AgentEventOf<'checkpoint'>

/** What the agent changed without a break: from one state to another, with nothing from outside in between. */
interface ChangeRun {
  readonly before: string
  readonly after: string
  /** The newest event of the run. */
  readonly until: EventId
}

/** The changes of a scope in one place: everything between two states. */
export interface ChangeSpan {
  readonly place: CheckpointPlace
  readonly before: string
  readonly after: string
  /** Paths that the agent changed; null: more than the events name. */
  readonly own: ReadonlySet<string> | null
  /** Paths that changed from outside in between. */
  readonly outside: ReadonlySet<string>
  /** The agent's own changes, oldest first. */
  readonly runs: readonly ChangeRun[]
  readonly skipped: readonly SkippedFile[]
  readonly shared: boolean
}

/** Returns the changes that were recorded here. Imported ones lead to no folder and no state (docs/security.md#imports-and-restores). */
export function checkpointsIn(events: readonly AgentEvent[]): readonly CheckpointEvent[] {
  return events.filter((event) => event.kind === 'checkpoint').filter(({ data }) => data.imported === undefined)
}

/**
 * Returns the changes of a scope, one span for each place in which there were any (docs/behaviour/changes.md#scopes).
 * `events`: the agent's own, oldest first.
 */
export function changeSpans(events: readonly CheckpointEvent[], scope: ChangeScope): readonly ChangeSpan[] {
  const places = new Map<string, CheckpointEvent[]>()
  for (const event of events) {
    const key = `${event.data.store}\0${event.data.folder}`
    places.set(key, [...(places.get(key) ?? []), event])
  }
  return [...places.values()].flatMap((ofPlace) => spanOf(ofPlace, scope) ?? [])
}

function spanOf(events: readonly CheckpointEvent[], scope: ChangeScope): ChangeSpan | null {
  const isOwn = (event: CheckpointEvent): boolean => event.data.cause !== 'outside' && isInScope(event, scope)
  const first = events.findIndex(isOwn)
  const last = events.findLastIndex(isOwn)
  const [begin, end] = [events[first], events[last]]
  if (begin === undefined || end === undefined) return null
  const between = events.slice(first, last + 1)
  const own = between.filter(isOwn)
  const namesAll = own.every(({ data }) => data.more === undefined)
  const { store, folder, before } = begin.data
  return {
    place: { store, folder },
    before,
    after: end.data.after,
    own: namesAll ? pathsOf(own) : null,
    outside: pathsOf(between.filter((event) => !isOwn(event))),
    runs: runsOf(between, isOwn),
    skipped: end.data.skipped ?? [],
    shared: own.some(({ data }) => data.shared === true),
  }
}

function runsOf(events: readonly CheckpointEvent[], isOwn: (event: CheckpointEvent) => boolean): readonly ChangeRun[] {
  const runs: ChangeRun[] = []
  for (const [index, event] of events.entries()) {
    if (!isOwn(event)) continue
    const previous = events[index - 1]
    const begun = previous !== undefined && isOwn(previous) ? runs.pop() : undefined
    runs.push({ before: begun?.before ?? event.data.before, after: event.data.after, until: event.id })
  }
  return runs
}

function isInScope({ id, turnId, data }: CheckpointEvent, scope: ChangeScope): boolean {
  switch (scope.type) {
    case 'agent':
      return true
    case 'call':
      return data.tool_call_id === scope.callId
    case 'turn':
      return turnId === scope.turnId
    case 'event':
      return id === scope.eventId
    case 'since':
      return id > scope.eventId
  }
}

function pathsOf(events: readonly CheckpointEvent[]): ReadonlySet<string> {
  return new Set(events.flatMap(({ data }) => data.files.map(({ path }) => path)))
}
