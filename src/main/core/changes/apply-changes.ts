import type { ChangeDependencies } from './change-dependencies.ts'
import { conflicting } from '../../../shared/app-error.ts'
import type {
  AppliedChanges,
  ConflictResolution,
  FileConflictText,
  MergedFile,
} from '../../../shared/agent-worktree.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { err, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import type { FileDifference, FileReplacement, SavedFolder } from '../ports/checkpoint-ports.ts'
import type { AgentWorktrees } from './agent-worktrees.ts'
import type { CallRecorder } from './call-recorder.ts'
import { changeOrigins } from './change-origins.ts'
import { type CheckpointEventDraft, FolderStates } from './folder-states.ts'
import { commitMessage, type PlannedCommit, plannedCommit } from './plan-commit.ts'
import { type MergeSides, mergeSides, plannedMerge } from './plan-merge.ts'
import { conflictText, withResolutions } from './resolve-conflicts.ts'

export interface ApplyRequest {
  readonly agentId: AgentId
  /** True: only says what would be written. */
  readonly preview: boolean
  /** Files that are left as they are in the parent's folder. */
  readonly skip: readonly string[]
  /** What the user decided about files that cannot be merged. */
  readonly resolve?: readonly ConflictResolution[]
  /** Commits the changes as well. An empty message: the agent's name. Missing: they are left uncommitted. */
  readonly commit?: { readonly message: string }
}

/** The states that are merged, and the files that differ. */
interface MergedStates {
  readonly parentId: AgentId
  readonly sides: readonly MergeSides[]
  /** Changed files in repositories inside the parent's folder: its states do not contain them, so nothing could be undone. */
  readonly notApplied: readonly string[]
  readonly ours: SavedFolder
  readonly theirs: SavedFolder
}

/** Applies the changes of an agent's worktree to its parent's folder (docs/behaviour/changes.md#apply). */
export class ApplyChanges {
  readonly #dependencies: ChangeDependencies
  readonly #agentWorktrees: AgentWorktrees
  readonly #callRecorder: CallRecorder
  readonly #states: FolderStates

  constructor(dependencies: ChangeDependencies, agentWorktrees: AgentWorktrees, callRecorder: CallRecorder) {
    this.#dependencies = dependencies
    this.#agentWorktrees = agentWorktrees
    this.#callRecorder = callRecorder
    this.#states = new FolderStates(dependencies.checkpoints, dependencies.search)
  }

  async apply(request: ApplyRequest): Promise<Result<AppliedChanges>> {
    return this.#withSides(request.agentId, async (states) => {
      const { notApplied } = states
      const applied = await this.#merge(request, states)
      return mapOk(applied, (done) => (notApplied.length === 0 ? done : { ...done, notApplied }))
    })
  }

  /** Returns a file that cannot be merged, with both versions between marks. Nothing is written. */
  async conflict(agentId: AgentId, path: string): Promise<Result<FileConflictText>> {
    return this.#withSides(agentId, ({ sides, ours }) => conflictText(path, sides, ours.place, this.#dependencies))
  }

  async #withSides<T>(agentId: AgentId, work: (states: MergedStates) => Promise<Result<T>>): Promise<Result<T>> {
    const { isBusy } = this.#dependencies
    const own = await this.#agentWorktrees.worktreeOf(agentId)
    if (!own.ok) return own
    const removed = own.value === null ? await this.#agentWorktrees.removedWorktreeOf(agentId) : ok(null)
    if (!removed.ok) return removed
    const worktree = own.value ?? removed.value
    if (worktree === null) return refuse('This agent has no worktree of its own: it works in its parent’s folder.')
    if (isBusy(agentId)) return refuse('Wait until the turn has ended, or cancel it.')
    const { base, folder, parentFolder } = worktree
    const last = removed.value?.last ?? null
    const parentId = this.#dependencies.tree.get(agentId)?.parentId ?? agentId
    return this.#callRecorder.exclusively(parentFolder, async () => {
      const theirs =
        last === null
          ? await this.#newest(agentId, folder)
          : ok({ place: { store: 'git', folder }, id: last, skipped: [] } satisfies SavedFolder)
      if (!theirs.ok) return theirs
      const ours = await this.#states.save({ agentId: parentId, folder: parentFolder, touched: [] })
      if (!ours.ok) return ours
      if (ours.value.place.store !== 'git') return refuse(`${parentFolder} is not in its git repository any more.`)
      const sides = await mergeSides({ base, ours: ours.value, theirs: theirs.value }, this.#dependencies.checkpoints)
      if (!sides.ok) return sides
      const isInside = isInRepository(ours.value)
      const notApplied = sides.value.flatMap(({ path }) => (isInside(path) ? [path] : []))
      const applied = sides.value.filter(({ path }) => !isInside(path))
      return work({ parentId, sides: applied, notApplied, ours: ours.value, theirs: theirs.value })
    })
  }

  /** Saves the state of a worktree; of one whose directory is gone returns the last that was recorded. */
  async #newest(agentId: AgentId, folder: string): Promise<Result<SavedFolder>> {
    const saved = await this.#states.save({ agentId, folder, touched: [] })
    const place = { store: 'git', folder } as const
    if (saved.ok || (await this.#dependencies.checkpoints.current(place, [])).ok) return saved
    const newest = await this.#states.newest(agentId, place)
    return newest.ok && newest.value !== null ? ok({ place, id: newest.value, skipped: [] }) : saved
  }

  async #merge(
    { agentId, preview, skip, resolve = [], commit }: ApplyRequest,
    { parentId, sides, ours, theirs }: MergedStates,
  ): Promise<Result<AppliedChanges>> {
    const { checkpoints } = this.#dependencies
    const merged = await plannedMerge(sides, ours.place, this.#dependencies)
    if (!merged.ok) return merged
    const planned = await withResolutions(merged.value, resolve, { sides, place: ours.place, checkpoints })
    if (!planned.ok) return planned
    if (commit !== undefined && resolve.some(({ take }) => take !== 'ours')) {
      return refuse('Nothing was written. Apply resolved conflicts without a commit, and commit with git.')
    }
    const files = planned.value.map(({ file }) => file)
    if (preview) return ok({ folder: ours.place.folder, files, eventId: null })
    const chosen = planned.value.filter(({ file }) => !skip.includes(file.path))
    const conflicts = chosen.filter(({ file }) => file.state === 'conflict')
    if (conflicts.length > 0) return err(conflictOf(conflicts.map(({ file }) => file)))
    const kept = [...skip, ...resolve.map(({ path }) => path)]
    const isSkipped = ({ path }: MergeSides): boolean => kept.includes(path)
    const toCommit =
      commit === undefined
        ? null
        : await this.#plannedCommit(
            sides.filter((side) => !isSkipped(side)),
            ours,
          )
    if (toCommit?.ok === false) return toCommit
    const replacements: readonly FileReplacement[] = chosen.flatMap(({ replacement }) => replacement ?? [])
    const replaced = await checkpoints.replace(ours.place, replacements)
    if (replaced.ok && replaced.value.conflicts.length > 0) {
      return err(
        conflicting(`Nothing was written: ${replaced.value.conflicts.join(', ')} changed just now. Try again.`),
      )
    }
    const recorded = await this.#record({ agentId, parentId }, ours, theirs, replacements)
    if (!replaced.ok) return replaced
    if (!recorded.ok) return recorded
    const done = { folder: ours.place.folder, files: chosen.map(({ file }) => file), eventId: recorded.value }
    if (commit === undefined || toCommit === null || toCommit.value.files.length === 0) return ok(done)
    const made = await this.#commit({ agentId, folder: done.folder, message: commit.message }, toCommit.value)
    return mapOk(made, (id) => ({ ...done, commit: id }))
  }

  #plannedCommit(sides: readonly MergeSides[], { place }: SavedFolder): Promise<Result<PlannedCommit>> {
    return plannedCommit(sides, place, this.#dependencies)
  }

  /** Hooks of the repository do not run. A failure leaves the changes applied, and says so. */
  async #commit(
    { agentId, folder, message }: { readonly agentId: AgentId; readonly folder: string; readonly message: string },
    planned: PlannedCommit,
  ): Promise<Result<string>> {
    const { commits, search, tree } = this.#dependencies
    const origins = await changeOrigins(agentId, search)
    if (!origins.ok) return origins
    const name = tree.get(agentId)?.name ?? ''
    const text = commitMessage({ agentId, name, message, ...origins.value })
    const made = await commits.commit({ folder, ...planned, message: text })
    return made.ok ? made : refuse(`The changes were applied to ${folder}, but not committed. ${made.error.message}`)
  }

  /** Records in the parent's log what was written, and in the agent's that this state was applied. */
  async #record(
    { agentId, parentId }: { readonly agentId: AgentId; readonly parentId: AgentId },
    ours: SavedFolder,
    theirs: SavedFolder,
    replacements: readonly FileReplacement[],
  ): Promise<Result<number | null>> {
    const change = { agentId: parentId, turnId: null }
    const outside = await this.#outside(parentId, ours)
    if (!outside.ok) return outside
    const theirOutside = await this.#outside(agentId, theirs)
    if (!theirOutside.ok) return theirOutside
    const now = await this.#states.save({ agentId: parentId, folder: ours.place.folder, touched: [] })
    if (!now.ok) return now
    const attribute = (differences: readonly FileDifference[]) =>
      this.#callRecorder.attributed(parentId, ours.place, differences, replacements)
    const applied = await this.#states.event(ours.id, now.value, { ...change, cause: 'apply', attribute })
    if (!applied.ok) return applied
    if (applied.value === null) return ok(null)
    const own = this.#states.unchanged(theirs, { agentId, turnId: null, cause: 'apply' })
    const from = { from_agent: agentId, from_state: theirs.id }
    const event = { ...applied.value, data: { ...applied.value.data, ...from } }
    const events = [...outside.value, event, ...theirOutside.value, own]
    const recorded = await this.#dependencies.hub.record({ events })
    return mapOk(
      recorded,
      (done) =>
        done.events.find(
          ({ agentId: id, kind, data }) => id === parentId && kind === 'checkpoint' && data.cause === 'apply',
        )?.id ?? null,
    )
  }

  /** Returns the event of what changed from outside since the agent's newest event; none: nothing did. */
  async #outside(agentId: AgentId, saved: SavedFolder): Promise<Result<readonly CheckpointEventDraft[]>> {
    const newest = await this.#states.newest(agentId, saved.place)
    if (!newest.ok) return newest
    const change = { agentId, turnId: null, cause: 'outside' } as const
    const event = await this.#states.event(newest.value ?? saved.id, saved, change)
    return mapOk(event, (found) => (found === null ? [] : [found]))
  }
}

/** Whether a path is in a repository inside the folder of a state. */
function isInRepository({ skipped }: SavedFolder): (path: string) => boolean {
  const folders = skipped.flatMap(({ path, reason }) => (reason === 'repository' ? [path.replace(/\/*$/, '/')] : []))
  return (path) => folders.some((folder) => path.startsWith(folder))
}

function conflictOf(files: readonly MergedFile[]) {
  return conflicting(
    `Nothing was written. Both sides changed the same lines of ${files.map(({ path }) => path).join(', ')}. ` +
      'Resolve or skip these files, or change one side first.',
  )
}
