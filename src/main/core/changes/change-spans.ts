import type { AgentEvent, AgentEventOf } from '../../../shared/agent-event.ts'
import type { EventId } from '../../../shared/ids.ts'
import {
  type ChangedFile,
  type ChangeScope,
  type CheckpointPlace,
  type SkippedFile,
  type Whose,
  whoseFile,
} from '../../../shared/file-changes.ts'

export type CheckpointEvent = AgentEventOf<'checkpoint'>

/** What happened between two states, with nothing from outside in between. */
interface ChangeRun {
  readonly before: string
  readonly after: string
  /** The newest event of the run. */
  readonly until: EventId
  /** It took changes back, or brought them back. */
  readonly isUndo: boolean
  /** Says who changed a file in it. */
  readonly whose: (path: string) => Whose
}

/** Files that events name. `more`: and files beyond those named. */
interface NamedPaths {
  readonly named: ReadonlySet<string>
  readonly more: boolean
}

/** The changes of a scope in one place: everything between two states. */
export interface ChangeSpan {
  readonly place: CheckpointPlace
  readonly before: string
  readonly after: string
  /** Paths that the agent changed for certain. */
  readonly own: NamedPaths
  /** Paths with changes that may be the agent's or somebody else's. */
  readonly unsure: NamedPaths
  /** Paths that another agent wrote during a call, with the newest event of such a call. */
  readonly claimed: ReadonlyMap<string, EventId>
  /** Paths that others changed in between. */
  readonly outside: ReadonlySet<string>
  /** The files that the events of the scope name, each as its newest event says. */
  readonly named: readonly ChangedFile[]
  /** What the events of the scope say, oldest first. */
  readonly runs: readonly ChangeRun[]
  readonly skipped: readonly SkippedFile[]
  readonly shared: boolean
}

/** Returns the changes that were recorded here. Imported ones lead to no folder and no state (docs/security.md#imports-and-restores). */
export function checkpointsIn(events: readonly AgentEvent[]): readonly CheckpointEvent[] {
  return recordedIn(events).filter(({ data }) => data.unrecorded === undefined)
}

/** Returns why it is not known what calls of a scope changed, each reason once. */
export function unrecordedIn(events: readonly AgentEvent[], scope: ChangeScope): readonly string[] {
  const reasons = recordedIn(events).flatMap((event) => (isInScope(event, scope) ? (event.data.unrecorded ?? []) : []))
  return [...new Set(reasons)]
}

function recordedIn(events: readonly AgentEvent[]): readonly CheckpointEvent[] {
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
  const { store, folder, before } = begin.data
  return {
    place: { store, folder },
    before,
    after: end.data.after,
    own: pathsOf(own, 'own'),
    unsure: pathsOf(own, 'unsure'),
    outside: new Set([...namesIn(between.filter((event) => !isOwn(event))), ...pathsOf(own, 'others').named]),
    claimed: new Map(own.flatMap(({ id, data }) => claimedIn(data).map((path) => [path, id] as const))),
    named: [...new Map(own.flatMap(({ data }) => data.files.map((file) => [file.path, file]))).values()],
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
    const all = whoseAll(event)
    const isUndo = isUndoEvent(event)
    const isAlike = previous !== undefined && isOwn(previous) && isUndoEvent(previous) === isUndo
    const isNext = isAlike && all !== null && whoseAll(previous) === all
    const begun = isNext ? runs.pop() : undefined
    runs.push({
      before: begun?.before ?? event.data.before,
      after: event.data.after,
      until: event.id,
      isUndo,
      whose: (path) => whoseFile(event.data, path),
    })
  }
  return runs
}

function isUndoEvent({ data: { cause } }: CheckpointEvent): boolean {
  return cause === 'undo' || cause === 'restore'
}

/** Who made all changes of an event; null: several may have. */
function whoseAll({ data }: CheckpointEvent): Whose | null {
  const { own, others } = data
  const isOneOfAll = own === true || own === undefined || own.length === 0
  return isOneOfAll && (others === undefined || (others === true && own !== true)) ? whoseFile(data, '') : null
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

function pathsOf(events: readonly CheckpointEvent[], whose: Whose): NamedPaths {
  const named = events.flatMap(({ data }) => data.files.filter(({ path }) => whoseFile(data, path) === whose))
  return {
    named: new Set(named.map(({ path }) => path)),
    more: events.some(({ data }) => data.more !== undefined && whoseFile(data, '') === whose),
  }
}

/** Returns the files that other agents wrote: an event lists `others` by path only for these. */
function claimedIn({ others }: CheckpointEvent['data']): readonly string[] {
  return others === undefined || others === true ? [] : others
}

function namesIn(events: readonly CheckpointEvent[]): readonly string[] {
  return events.flatMap(({ data }) => data.files.map(({ path }) => path))
}
