import type { ConflictResolution, FileConflictText } from '../../../shared/agent-worktree.ts'
import { conflicting } from '../../../shared/app-error.ts'
import type { CheckpointPlace } from '../../../shared/file-changes.ts'
import { err, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import type { Checkpoints, FileMerge, FileVersion, WantedFile } from '../ports/checkpoint-ports.ts'
import type { MergeSides, PlannedFile } from './plan-merge.ts'

/**
 * Puts what the user decided in the place of conflicts. REFUSED for a file without a conflict; CONFLICT if one of its
 * versions is another than the user saw. Nothing is written here.
 */
export async function withResolutions(
  planned: readonly PlannedFile[],
  resolve: readonly ConflictResolution[],
  {
    sides,
    place,
    checkpoints,
  }: {
    readonly sides: readonly MergeSides[]
    readonly place: CheckpointPlace
    readonly checkpoints: Checkpoints
  },
): Promise<Result<readonly PlannedFile[]>> {
  const decided = new Map(resolve.map((each) => [each.path, each]))
  if (decided.size < resolve.length) return refuse('Nothing was written. A file is resolved twice.')
  const resolved = new Map<string, PlannedFile>()
  for (const { file } of planned) {
    const how = decided.get(file.path)
    const side = sides.find(({ path }) => path === file.path)
    if (how === undefined || side === undefined) continue
    if (file.state !== 'conflict') return refuse(`Nothing was written. ${file.path} has no conflict any more.`)
    const seen = versionsOf(side)
    if (how.seen !== undefined && (how.seen.ours !== seen.ours || how.seen.theirs !== seen.theirs)) {
      return err(conflicting(`Nothing was written. ${file.path} has changed since it was resolved. Look at it again.`))
    }
    const wanted = await wantedFile(side, how, place, checkpoints)
    if (!wanted.ok) return wanted
    const replacement = how.take === 'ours' ? null : { path: file.path, expected: side.ours, wanted: wanted.value }
    resolved.set(file.path, { file: { ...file, state: 'resolved' }, replacement })
  }
  const unknown = resolve.find(({ path }) => !resolved.has(path))
  if (unknown !== undefined) return refuse(`Nothing was written. ${unknown.path} is no file with a conflict.`)
  return ok(planned.map((each) => resolved.get(each.file.path) ?? each))
}

/** Null: there will be no such file. */
async function wantedFile(
  { ours, theirs }: MergeSides,
  { take, text = '' }: ConflictResolution,
  place: CheckpointPlace,
  checkpoints: Checkpoints,
): Promise<Result<WantedFile | null>> {
  const mode = theirs?.mode ?? ours?.mode ?? 'file'
  if (take === 'text') {
    const isLink = mode === 'link'
    return isLink
      ? refuse('Nothing was written. A link takes no text.')
      : ok({ mode, content: new TextEncoder().encode(text) })
  }
  if (take === 'ours' || theirs === null) return ok(null)
  const contents = await checkpoints.read(place, [theirs])
  return mapOk(contents, ([content = new Uint8Array()]) => ({ mode: theirs.mode, content }))
}

/** Returns a file with a conflict, with both versions between marks. */
export async function conflictText(
  path: string,
  sides: readonly MergeSides[],
  place: CheckpointPlace,
  { checkpoints, mergeTexts }: { readonly checkpoints: Checkpoints; readonly mergeTexts: FileMerge },
): Promise<Result<FileConflictText>> {
  const side = sides.find((each) => each.path === path)
  if (side === undefined) return refuse(`${path} is no file with a conflict.`)
  const { base, ours, theirs } = side
  const seen = versionsOf(side)
  const isText = ours !== null && theirs !== null && ours.mode !== 'link' && theirs.mode !== 'link'
  if (!isText) return ok({ path, text: null, seen })
  const contents = await checkpoints.read(place, [
    ours,
    theirs,
    ...(base === null || base.mode === 'link' ? [] : [base]),
  ])
  if (!contents.ok) return contents
  const [mine = EMPTY, other = EMPTY, before = EMPTY] = contents.value
  const merged = await mergeTexts({ base: before, ours: mine, theirs: other, marks: true })
  return mapOk(merged, (content) => ({ path, text: content === null ? null : new TextDecoder().decode(content), seen }))
}

const EMPTY = new Uint8Array()

function versionsOf({ ours, theirs }: MergeSides): FileConflictText['seen'] {
  return { ours: nameOf(ours), theirs: nameOf(theirs) }
}

function nameOf(version: FileVersion | null): string | null {
  return version === null ? null : `${version.mode} ${version.hash}`
}
