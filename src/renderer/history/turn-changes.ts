import type { AgentEvent, AgentEventOf } from '../../shared/agent-event.ts'
import type { AgentId, EventId, TurnId } from '../../shared/ids.ts'
import type { ContextEdit } from '../../shared/context-edits.ts'
import { isChangeOfAgent, type Whose, whoseFile } from '../../shared/file-changes.ts'
import { type ChangeFigures, changeFigures } from '../../shared/change-figures.ts'

type CheckpointEvent = AgentEventOf<'checkpoint'>

/** The changes of an agent's turns, by the id of the turn's last response, and those of its calls, by call id. */
export interface ChangesShown {
  readonly turns: ReadonlyMap<EventId, { readonly turnId: TurnId } & WhoseFigures>
  readonly calls: ReadonlyMap<
    string,
    WhoseFigures & { readonly paths: Readonly<Record<'own' | 'unsure', readonly string[]>> }
  >
}

interface WhoseFigures {
  /** Of what the agent changed for certain. */
  readonly figures: ChangeFigures
  /** Of changes that may be the agent's or somebody else's. */
  readonly unsure: ChangeFigures
}

export function changesShown(agentId: AgentId, events: readonly AgentEvent[]): ChangesShown {
  const own = events.filter((event) => event.agentId === agentId)
  const byCall = new Map<string, CheckpointEvent[]>()
  const byTurn = new Map<TurnId, CheckpointEvent[]>()
  const lastResponse = new Map<TurnId, EventId>()
  for (const event of own) {
    if (event.turnId !== null && (event.kind === 'assistant' || event.kind === 'interrupted')) {
      lastResponse.set(event.turnId, event.id)
    }
    if (event.kind !== 'checkpoint' || event.data.cause !== 'call') continue
    const { tool_call_id: callId } = event.data
    if (callId !== undefined) byCall.set(callId, [...(byCall.get(callId) ?? []), event])
    if (event.turnId !== null) byTurn.set(event.turnId, [...(byTurn.get(event.turnId) ?? []), event])
  }
  const turns = [...byTurn].flatMap(([turnId, checkpoints]) => {
    const id = lastResponse.get(turnId)
    return id === undefined ? [] : [[id, { turnId, ...whoseFigures(checkpoints) }] as const]
  })
  const calls = [...byCall].map(([callId, checkpoints]) => {
    const paths = { own: pathsIn(checkpoints, 'own'), unsure: pathsIn(checkpoints, 'unsure') }
    return [callId, { ...whoseFigures(checkpoints), paths }] as const
  })
  return {
    turns: new Map(turns.filter(([, figures]) => hasFiles(figures))),
    calls: new Map(calls.filter(([, figures]) => hasFiles(figures))),
  }
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
    .filter((event) => event.agentId === agentId && event.id > since && isChangeOfAgent(event.data))
}

function restorableOf(later: readonly CheckpointEvent[], since: EventId): Restorable | null {
  const { size } = new Set([...pathsIn(later, 'own'), ...pathsIn(later, 'unsure')])
  return size === 0 ? null : { since, files: size }
}

interface Restorable {
  /** The last event before the changes; 0: all changes of the agent. */
  readonly since: EventId
  readonly files: number
}

function whoseFigures(checkpoints: readonly CheckpointEvent[]): WhoseFigures {
  return { figures: figuresOf(checkpoints, 'own'), unsure: figuresOf(checkpoints, 'unsure') }
}

/** A file that several calls changed counts once; its lines are those of all calls. */
function figuresOf(checkpoints: readonly CheckpointEvent[], whose: Whose): ChangeFigures {
  const files = checkpoints.flatMap(({ data }) => data.files.filter(({ path }) => whoseFile(data, path) === whose))
  const more = checkpoints.reduce((sum, { data }) => sum + (whoseFile(data, '') === whose ? (data.more ?? 0) : 0), 0)
  return { ...changeFigures(files), files: pathsIn(checkpoints, whose).length + more }
}

function pathsIn(checkpoints: readonly CheckpointEvent[], whose: Whose): readonly string[] {
  const files = checkpoints.flatMap(({ data }) => data.files.filter(({ path }) => whoseFile(data, path) === whose))
  return [...new Set(files.map(({ path }) => path))]
}

function hasFiles({ figures, unsure }: WhoseFigures): boolean {
  return figures.files + unsure.files > 0
}
