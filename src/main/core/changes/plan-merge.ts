import type { MergedFile } from '../../../shared/agent-worktree.ts'
import type { CheckpointPlace } from '../../../shared/file-changes.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type {
  Checkpoints,
  FileDifference,
  FileMerge,
  FileReplacement,
  FileVersion,
  SavedFolder,
} from '../ports/checkpoint-ports.ts'
import { isSameVersion } from './attribute-changes.ts'
import { changedFile } from './checkpoint-event.ts'

/** A file that the agent changed, in the state of the fork, of the parent's folder and of the agent's. */
export interface MergeSides {
  readonly path: string
  readonly base: FileVersion | null
  readonly ours: FileVersion | null
  readonly theirs: FileVersion | null
  readonly difference: FileDifference
}

interface MergeStates {
  readonly base: string
  readonly ours: SavedFolder
  readonly theirs: SavedFolder
}

export interface PlannedFile {
  readonly file: MergedFile
  /** Null: there is nothing to write, or nothing that could be. */
  readonly replacement: FileReplacement | null
}

/** Returns the files that the agent changed since the fork, with the three versions of each. */
export async function mergeSides(
  { base, ours, theirs }: MergeStates,
  checkpoints: Checkpoints,
): Promise<Result<readonly MergeSides[]>> {
  const changed = await checkpoints.difference(theirs.place, base, theirs.id)
  if (!changed.ok) return changed
  const meanwhile = await checkpoints.difference(ours.place, base, ours.id)
  if (!meanwhile.ok) return meanwhile
  const own = new Map(meanwhile.value.map((each) => [each.path, each.after]))
  return ok(
    changed.value.map((difference) => {
      const { path, before, after } = difference
      const now = own.get(path)
      return { path, base: before, ours: now === undefined ? before : now, theirs: after, difference }
    }),
  )
}

/** Merges every file by its three versions. Nothing is written here. */
export async function plannedMerge(
  sides: readonly MergeSides[],
  place: CheckpointPlace,
  { checkpoints, mergeTexts }: { readonly checkpoints: Checkpoints; readonly mergeTexts: FileMerge },
): Promise<Result<readonly PlannedFile[]>> {
  const planned: PlannedFile[] = []
  for (const side of sides) {
    const { path, base, ours, theirs, difference } = side
    const file = (state: MergedFile['state']): MergedFile => ({ ...changedFile(difference), state })
    if (isSameVersion(ours, theirs)) planned.push({ file: file('same'), replacement: null })
    else if (isSameVersion(ours, base)) {
      const contents = await checkpoints.read(place, theirs === null ? [] : [theirs])
      if (!contents.ok) return contents
      const [content = new Uint8Array()] = contents.value
      const wanted = theirs === null ? null : { mode: theirs.mode, content }
      planned.push({ file: file('clean'), replacement: { path, expected: ours, wanted } })
    } else {
      const merged = await mergedContent(side, place, { checkpoints, mergeTexts })
      if (!merged.ok) return merged
      const wanted = merged.value === null || theirs === null ? null : { mode: theirs.mode, content: merged.value }
      planned.push(
        wanted === null
          ? { file: file('conflict'), replacement: null }
          : { file: file('merged'), replacement: { path, expected: ours, wanted } },
      )
    }
  }
  return ok(planned)
}

/** Null: the sides cannot be merged. Files that one side added or removed, and links, are not. */
async function mergedContent(
  { base, ours, theirs }: MergeSides,
  place: CheckpointPlace,
  { checkpoints, mergeTexts }: { readonly checkpoints: Checkpoints; readonly mergeTexts: FileMerge },
): Promise<Result<Uint8Array | null>> {
  if (base === null || ours === null || theirs === null) return ok(null)
  if ([base, ours, theirs].some(({ mode }) => mode === 'link')) return ok(null)
  const contents = await checkpoints.read(place, [base, ours, theirs])
  if (!contents.ok) return contents
  const [before, mine, other] = contents.value
  if (before === undefined || mine === undefined || other === undefined) return ok(null)
  return mergeTexts({ base: before, ours: mine, theirs: other })
}
