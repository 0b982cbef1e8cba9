import type { ChangeDependencies } from './change-dependencies.ts'
import type { ChangeScope, CheckpointCause, UndoneChanges } from '../../../shared/file-changes.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { err, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import type { FileDifference, FileReplacement } from '../ports/checkpoint-ports.ts'
import type { CallRecorder } from './call-recorder.ts'
import { type ChangeSpan, changeSpans, checkpointsIn, unrecordedIn } from './change-spans.ts'
import { FolderStates } from './folder-states.ts'
import { withOtherWriters } from './other-writers.ts'
import { shownPath } from './shown-path.ts'
import { plannedUndo, type UndoRequest } from './plan-undo.ts'
import { leftToAgents, undoConflict } from './undo-conflict.ts'

const BUSY = 'Wait until the turn has ended, or cancel it.'
const NO_CHANGES =
  'No changes of files are recorded there. What git ignores, and other files that checkpoints leave out, is not recorded.'
const NOT_RECORDED = 'what the agent changed was not recorded.'
const ONLY_IMPORTED = 'Nothing was written: changes that came with an import are not undone on this machine.'

/** Takes the changes of agents back. */
export class Changes {
  readonly #dependencies: ChangeDependencies
  readonly #callRecorder: CallRecorder
  readonly #states: FolderStates

  constructor(dependencies: ChangeDependencies, callRecorder: CallRecorder) {
    this.#dependencies = dependencies
    this.#callRecorder = callRecorder
    this.#states = new FolderStates(dependencies.checkpoints, dependencies.search)
  }

  /** Takes changes back (docs/behaviour/changes.md#undo). CONFLICT: nothing was written. */
  async undo(agentId: AgentId, request: UndoRequest, cause: CheckpointCause = 'undo'): Promise<Result<UndoneChanges>> {
    if (this.#dependencies.isBusy(agentId)) return refuse(BUSY)
    const spans = await this.#spans(agentId, request.scope)
    if (!spans.ok) return spans
    if (spans.value.length === 0) return this.#nothingToUndo(agentId, request.scope)
    const folder = await this.#dependencies.folderOf(agentId)
    if (!folder.ok) return folder
    const moved = spans.value.find(({ place }) => place.folder !== folder.value && place.folder !== '/')
    if (moved !== undefined) {
      return refuse(`The agent changed these files in ${moved.place.folder} and works in ${folder.value} now.`)
    }
    const left = spans.value.flatMap(({ skipped }) => skipped.filter(({ reason }) => reason === 'protected'))
    let done: Omit<UndoneChanges, 'left'> = { eventId: null, files: [], unsure: [], others: [] }
    for (const span of spans.value) {
      const one = await this.#callRecorder.exclusively(span.place.folder, () =>
        this.#undoSpan(agentId, span, request, cause),
      )
      if (!one.ok) return one
      done = {
        eventId: one.value.eventId ?? done.eventId,
        files: [...done.files, ...one.value.files],
        unsure: [...done.unsure, ...one.value.unsure],
        others: [...done.others, ...one.value.others],
      }
    }
    return ok({ ...done, left: [...new Set(left.map(({ path }) => path))] })
  }

  /** Says why there is nothing to take back. */
  async #nothingToUndo(agentId: AgentId, scope: ChangeScope): Promise<Result<never>> {
    const found = await this.#dependencies.search.checkpoints(agentId)
    if (!found.ok) return found
    const [unrecorded] = unrecordedIn(found.value, scope)
    if (unrecorded !== undefined) return refuse(`Nothing was written: ${NOT_RECORDED} ${unrecorded}`)
    return refuse(found.value.length > checkpointsIn(found.value).length ? ONLY_IMPORTED : NO_CHANGES)
  }

  async #undoSpan(
    agentId: AgentId,
    span: ChangeSpan,
    request: UndoRequest,
    cause: CheckpointCause,
  ): Promise<Result<Omit<UndoneChanges, 'left'>>> {
    const { checkpoints } = this.#dependencies
    const { place } = span
    const before = await this.#catchUp(agentId, span)
    if (!before.ok) return before
    const planned = await plannedUndo(span, request, this.#dependencies)
    if (!planned.ok) return planned
    const { replacements, conflicts, unsure } = planned.value
    if (conflicts.length > 0) return err(await undoConflict(agentId, span, conflicts, this.#dependencies))
    const replaced = await checkpoints.replace(place, replacements)
    if (replaced.ok && replaced.value.conflicts.length > 0) {
      const blocked = replaced.value.conflicts.map((path) => ({ path, when: 'since', steps: [] }) as const)
      return err(await undoConflict(agentId, span, blocked, this.#dependencies))
    }
    // Also after a failure: some files may have been written.
    const eventId = await this.#record(agentId, { place, before: before.value, cause, replacements })
    if (!replaced.ok) return replaced
    const others = request.paths === undefined ? await leftToAgents(agentId, span, this.#dependencies) : []
    return mapOk(eventId, (id) => ({
      eventId: id,
      files: replacements.map(({ path }) => shownPath(span, path)),
      unsure: unsure.map((path) => shownPath(span, path)),
      others,
    }))
  }

  /** Saves the state before anything is written; changes from outside become an event of their own. */
  async #catchUp(agentId: AgentId, { place }: ChangeSpan): Promise<Result<string>> {
    const newest = await this.#states.newest(agentId, place)
    if (!newest.ok) return newest
    const recorded = await this.#record(agentId, { place, before: newest.value, cause: 'outside' })
    if (!recorded.ok) return recorded
    return mapOk(await this.#states.newest(agentId, place), (id) => id ?? '')
  }

  async #record(
    agentId: AgentId,
    {
      place,
      before,
      cause,
      replacements,
    }: {
      readonly place: ChangeSpan['place']
      readonly before: string | null
      readonly cause: CheckpointCause
      /** What was written; missing: nothing. */
      readonly replacements?: readonly FileReplacement[]
    },
  ): Promise<Result<number | null>> {
    const saved = await this.#states.save({ agentId, folder: place.folder, touched: [] })
    if (!saved.ok) return saved
    if (saved.value.place.store !== place.store) return refuse('The files are stored in another way now.')
    const attribute = (differences: readonly FileDifference[]) =>
      this.#callRecorder.attributed(agentId, place, differences, replacements ?? [])
    const event = await this.#states.event(before ?? saved.value.id, saved.value, {
      agentId,
      turnId: null,
      cause,
      ...(replacements !== undefined && { attribute }),
    })
    if (!event.ok) return event
    if (event.value === null) return ok(null)
    const recorded = await this.#dependencies.hub.record({ events: [event.value] })
    return mapOk(recorded, ({ events }) => events[0]?.id ?? null)
  }

  async #spans(agentId: AgentId, scope: ChangeScope): Promise<Result<readonly ChangeSpan[]>> {
    const events = await this.#dependencies.search.checkpoints(agentId)
    if (!events.ok) return events
    return ok(changeSpans(await withOtherWriters(agentId, checkpointsIn(events.value), this.#dependencies), scope))
  }
}
