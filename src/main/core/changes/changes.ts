import type {
  ChangeList,
  ChangeScope,
  CheckpointCause,
  FileChange,
  FileState,
  ListedChange,
  SinceChange,
  UndoneChanges,
} from '../../../shared/file-changes.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { err, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import type { EventHub } from '../events/event-hub.ts'
import type {
  Checkpoints,
  FileDifference,
  FileMerge,
  FileReplacement,
  FileVersion,
  TextChanges,
  WantedFile,
} from '../ports/checkpoint-ports.ts'
import type { LogSearch } from '../ports/search-ports.ts'
import type { FolderOf } from '../ports/tool-ports.ts'
import type { CallRecorder } from './call-recorder.ts'
import { type ChangeSpan, changeSpans, checkpointsIn, unrecordedIn } from './change-spans.ts'
import { changedFile } from './checkpoint-event.ts'
import { FolderStates, type StateDependencies } from './folder-states.ts'
import { shownPath } from './shown-path.ts'
import { plannedUndo, type UndoRequest } from './plan-undo.ts'
import { leftToAgents, undoConflict } from './undo-conflict.ts'

export interface ChangesDependencies extends StateDependencies {
  readonly checkpoints: Checkpoints
  readonly textChanges: TextChanges
  readonly mergeTexts: FileMerge
  readonly search: Pick<LogSearch, 'checkpoints' | 'checkpointsIn'>
  readonly tree: Pick<AgentTree, 'get'>
  readonly hub: Pick<EventHub, 'record'>
  readonly recorder: CallRecorder
  readonly folderOf: FolderOf
  readonly isBusy: (agentId: AgentId) => boolean
}

const BUSY = 'Wait until the turn has ended, or cancel it.'
const NO_CHANGES = 'No files were changed there.'
const NOT_RECORDED = 'what the agent changed was not recorded.'
const ONLY_IMPORTED = 'Nothing was written: changes that came with an import are not undone on this machine.'

/** Lists the changes of agents and takes them back. */
export class Changes {
  readonly #dependencies: ChangesDependencies
  readonly #states: FolderStates

  constructor(dependencies: ChangesDependencies) {
    this.#dependencies = dependencies
    this.#states = new FolderStates(dependencies)
  }

  async list(agentId: AgentId, scope: ChangeScope): Promise<Result<ChangeList>> {
    const events = await this.#dependencies.search.checkpoints(agentId)
    if (!events.ok) return events
    const spans = changeSpans(checkpointsIn(events.value), scope)
    const folder = await this.#dependencies.folderOf(agentId)
    if (!folder.ok) return folder
    const lists: (readonly ListedChange[])[] = []
    for (const span of spans) lists.push(await this.#listed(span))
    return ok({
      folder: folder.value,
      files: lists.flat(),
      skipped: spans.flatMap(({ skipped }) => skipped),
      shared: spans.some(({ shared }) => shared),
      unrecorded: unrecordedIn(events.value, scope),
    })
  }

  /** Returns the change of one file of a scope. */
  async file(agentId: AgentId, scope: ChangeScope, path: string): Promise<Result<FileChange>> {
    const { checkpoints, textChanges } = this.#dependencies
    const spans = await this.#spans(agentId, scope)
    if (!spans.ok) return spans
    for (const span of spans.value) {
      const differences = await checkpoints.difference(span.place, span.before, span.after)
      if (!differences.ok) return differences
      const found = differences.value.find((each) => shownPath(span, each.path) === path)
      if (found === undefined) continue
      const { before, after } = found
      const contents = await checkpoints.read(
        span.place,
        [before, after].filter((each) => each !== null),
      )
      if (!contents.ok) return contents
      const old = before === null ? null : (contents.value[0] ?? null)
      const now = after === null ? null : (contents.value.at(-1) ?? null)
      const isText = before?.mode !== 'link' && after?.mode !== 'link'
      const hunks = isText ? textChanges.hunks(old ?? EMPTY, now ?? EMPTY) : null
      const since = await this.#since(span, found, now ?? EMPTY)
      const sizes = { oldSize: old?.byteLength ?? null, newSize: now?.byteLength ?? null }
      return ok({ path, hunks, ...sizes, ...(since !== null && { since }) })
    }
    return refuse(NO_CHANGES)
  }

  /** `left`: what the change left. Null: the file has not changed since, or cannot be read. */
  async #since({ place }: ChangeSpan, difference: FileDifference, left: Uint8Array): Promise<SinceChange | null> {
    const { checkpoints, textChanges } = this.#dependencies
    const read = await checkpoints.current(place, [difference.path])
    const current = read.ok ? (read.value[0] ?? null) : null
    if (!read.ok || this.#stateOf(difference, current) !== 'changed_since') return null
    const isText = current?.mode !== 'link' && difference.after?.mode !== 'link'
    const hunks = isText ? textChanges.hunks(left, current?.content ?? EMPTY) : null
    return { hunks, size: current?.content.byteLength ?? null }
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
      const one = await this.#dependencies.recorder.exclusively(span.place.folder, () =>
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
      this.#dependencies.recorder.attributed(agentId, place, differences, replacements ?? [])
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

  async #listed(span: ChangeSpan): Promise<readonly ListedChange[]> {
    const { checkpoints } = this.#dependencies
    const differences = await checkpoints.difference(span.place, span.before, span.after)
    // Without the contents, for example after an import, the events still name the files.
    if (!differences.ok) return []
    const current = await checkpoints.current(
      span.place,
      differences.value.map(({ path }) => path),
    )
    return differences.value.map((difference, index) => ({
      ...changedFile(difference),
      path: shownPath(span, difference.path),
      contents: { before: contentOf(difference.before), after: contentOf(difference.after) },
      ...(current.ok && { state: this.#stateOf(difference, current.value[index] ?? null) }),
      ...changedBy(span, difference.path),
    }))
  }

  #stateOf({ before, after }: FileDifference, current: WantedFile | null): FileState {
    if (this.#isVersion(current, after)) return 'as_left'
    return this.#isVersion(current, before) ? 'undone' : 'changed_since'
  }

  #isVersion(file: WantedFile | null, version: FileVersion | null): boolean {
    return this.#dependencies.textChanges.isVersion(file, version)
  }

  async #spans(agentId: AgentId, scope: ChangeScope): Promise<Result<readonly ChangeSpan[]>> {
    const events = await this.#dependencies.search.checkpoints(agentId)
    return mapOk(events, (found) => changeSpans(checkpointsIn(found), scope))
  }
}

const EMPTY = new Uint8Array()

function contentOf(version: FileVersion | null): string {
  return version === null ? '' : `${version.mode} ${version.hash}`
}

/** Who changed a file of a span. */
function changedBy(
  { own, unsure, outside }: ChangeSpan,
  path: string,
): Pick<ListedChange, 'outside' | 'alsoOutside' | 'unsure'> {
  const isNamed = own.named.has(path) || unsure.named.has(path) || outside.has(path)
  const isUnsure = unsure.named.has(path) || (!isNamed && unsure.more)
  const isOwn = own.named.has(path) || (!isNamed && own.more)
  return {
    ...(!isOwn && !isUnsure && { outside: true }),
    ...((isOwn || isUnsure) && outside.has(path) && { alsoOutside: true }),
    ...(isUnsure && { unsure: true }),
  }
}
