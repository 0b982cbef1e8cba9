import type { AgentEvent, AgentEventOf } from '../../shared/agent-event.ts'
import type { AgentId, EventId, TurnId } from '../../shared/ids.ts'
import type { ContextEdit } from '../../shared/context-edits.ts'
import { type ChangeFigures, changeFigures } from '../../shared/change-figures.ts'

type CheckpointEvent = AgentEventOf<'checkpoint'>

/** The changes of an agent's turns, by the id of the turn's last response, and those of its calls, by call id. */
export interface ChangesShown {
  readonly turns: ReadonlyMap<EventId, { readonly turnId: TurnId; readonly figures: ChangeFigures }>
  readonly calls: ReadonlyMap<string, CheckpointEvent>
}

export function changesShown(agentId: AgentId, events: readonly AgentEvent[]): ChangesShown {
  const own = events.filter((event) => event.agentId === agentId)
  const calls = new Map<string, CheckpointEvent>()
  const byTurn = new Map<TurnId, CheckpointEvent[]>()
  const lastResponse = new Map<TurnId, EventId>()
  for (const event of own) {
    if (event.turnId !== null && (event.kind === 'assistant' || event.kind === 'interrupted')) {
      lastResponse.set(event.turnId, event.id)
    }
    if (event.kind !== 'checkpoint' || event.data.cause !== 'call') continue
    if (event.data.tool_call_id !== undefined) calls.set(event.data.tool_call_id, event)
    if (event.turnId !== null) byTurn.set(event.turnId, [...(byTurn.get(event.turnId) ?? []), event])
  }
  const turns = [...byTurn].flatMap(([turnId, checkpoints]) => {
    const id = lastResponse.get(turnId)
    return id === undefined ? [] : [[id, { turnId, figures: turnFigures(checkpoints) }] as const]
  })
  return { turns: new Map(turns), calls }
}

/**
 * Returns the changes that were made after the moment to which a clear or a rewind returned; null: there are none, or
 * files were changed after it, so that they are of another moment.
 */
export function restorable(agentId: AgentId, events: readonly AgentEvent[], edit: ContextEdit): Restorable | null {
  if (edit.kind === 'summary' || edit.agentId !== agentId) return null
  if (edit.kind === 'rewind' && edit.data.leaves_out === true) return null
  const since = edit.kind === 'clear' ? 0 : Math.max(0, edit.data.target_id - 1)
  const later = ownChanges(agentId, events, since)
  return later.some(({ id }) => id > edit.id) ? null : restorableOf(later, since)
}

/** Returns the changes that the agent made after an event; null: there are none. */
export function changedAfter(agentId: AgentId, events: readonly AgentEvent[], since: EventId): Restorable | null {
  return restorableOf(ownChanges(agentId, events, since), since)
}

function ownChanges(agentId: AgentId, events: readonly AgentEvent[], since: EventId): readonly CheckpointEvent[] {
  return events
    .filter((event) => event.kind === 'checkpoint')
    .filter((event) => event.agentId === agentId && event.id > since && isOwnChange(event))
}

function restorableOf(later: readonly CheckpointEvent[], since: EventId): Restorable | null {
  const paths = later.flatMap(({ data }) => data.files).map(({ path }) => path)
  return paths.length === 0 ? null : { since, files: new Set(paths).size }
}

interface Restorable {
  /** The last event before the changes; 0: all changes of the agent. */
  readonly since: EventId
  readonly files: number
}

function isOwnChange({ data: { cause } }: CheckpointEvent): boolean {
  return cause !== 'outside' && cause !== 'fork'
}

/** A file that several calls changed counts once; its lines are those of all calls. */
function turnFigures(checkpoints: readonly CheckpointEvent[]): ChangeFigures {
  const files = checkpoints.flatMap(({ data }) => data.files)
  const more = checkpoints.reduce((sum, { data }) => sum + (data.more ?? 0), 0)
  return { ...changeFigures(files), files: new Set(files.map(({ path }) => path)).size + more }
}
