import type { NewEvent } from '../../../shared/agent-event.ts'
import type { CheckpointCause, CheckpointPlace } from '../../../shared/file-changes.ts'
import type { AgentId, TurnId } from '../../../shared/ids.ts'
import { mapOk, ok, type Result } from '../../../shared/result.ts'
import type { Checkpoints, FileDifference, SavedFolder, SaveRequest } from '../ports/checkpoint-ports.ts'
import type { CheckpointLog } from '../ports/search-ports.ts'
import { checkpointEvent } from './checkpoint-event.ts'
import { checkpointsIn } from './change-spans.ts'
import type { Attribution } from './attribute-changes.ts'

/** A change from one state to another, before it is recorded. */
export interface StateChange {
  readonly agentId: AgentId
  readonly turnId: TurnId | null
  readonly cause: CheckpointCause
  readonly callId?: string
  readonly isShared?: boolean
  /** Says whose the changes are. Missing: they are all of the cause. */
  readonly attribute?: (differences: readonly FileDifference[]) => Attribution
}

/** What an agent's events say of a place. */
interface PlaceHistory {
  /** The state with which the newest one ends; null: there is none. */
  readonly newest: string | null
  /** The place is a worktree that was made for the agent, and nothing changed there from outside. */
  readonly isOwn: boolean
}

/** Saves states and turns two of them into an event of the chain (docs/behaviour/changes.md#events). */
export class FolderStates {
  readonly #checkpoints: Checkpoints
  readonly #search: CheckpointLog

  constructor(checkpoints: Checkpoints, search: CheckpointLog) {
    this.#checkpoints = checkpoints
    this.#search = search
  }

  save(request: SaveRequest): Promise<Result<SavedFolder>> {
    return this.#checkpoints.save(request)
  }

  async history(agentId: AgentId, { store, folder }: CheckpointPlace): Promise<Result<PlaceHistory>> {
    const found = await this.#search.checkpoints(agentId)
    if (!found.ok) return found
    const events = checkpointsIn(found.value).filter(({ data }) => data.store === store && data.folder === folder)
    const fork = events.findLastIndex(({ data }) => data.cause === 'fork')
    const isOwn = fork !== -1 && events.slice(fork).every(({ data }) => data.cause !== 'outside')
    return ok({ newest: events.at(-1)?.data.after ?? null, isOwn })
  }

  /** Returns the state with which the agent's newest event of a place ends; null: there is none. */
  async newest(agentId: AgentId, place: CheckpointPlace): Promise<Result<string | null>> {
    return mapOk(await this.history(agentId, place), ({ newest }) => newest)
  }

  /** Returns an event for a state that did not change. */
  unchanged({ place, id }: SavedFolder, { agentId, turnId, cause }: StateChange): CheckpointEventDraft {
    return checkpointEvent({ agentId, turnId, cause, place, before: id, after: id, differences: [], skipped: [] })
  }

  /** Returns the event of a change; null: the states are the same. */
  async event(before: string, saved: SavedFolder, change: StateChange): Promise<Result<CheckpointEventDraft | null>> {
    if (before === saved.id) return ok(null)
    const { agentId, turnId, cause, callId, isShared = false, attribute } = change
    const differences = await this.#checkpoints.difference(saved.place, before, saved.id)
    if (!differences.ok) return differences
    return ok(
      checkpointEvent({
        agentId,
        turnId,
        cause,
        place: saved.place,
        before,
        after: saved.id,
        differences: differences.value,
        skipped: saved.skipped,
        ...(callId !== undefined && { tool_call_id: callId }),
        ...(isShared && { shared: true as const }),
        ...attribute?.(differences.value),
      }),
    )
  }
}

export type CheckpointEventDraft = Extract<NewEvent, { kind: 'checkpoint' }>
