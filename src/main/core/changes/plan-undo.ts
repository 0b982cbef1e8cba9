import type { ChangeScope } from '../../../shared/file-changes.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type {
  Checkpoints,
  FileDifference,
  FileReplacement,
  FileVersion,
  TextChanges,
  WantedFile,
} from '../ports/checkpoint-ports.ts'
import { type ChangeSpan } from './change-spans.ts'
import { shownPath } from './shown-path.ts'

export interface UndoRequest {
  readonly scope: ChangeScope
  /** Missing: all files that the agent changed and that did not change from outside as well. */
  readonly paths?: readonly string[]
  /** Hunks of the only file in `paths`; missing: all of it. */
  readonly hunks?: readonly number[]
}

export interface UndoPlan {
  readonly replacements: readonly FileReplacement[]
  readonly conflicts: readonly string[]
}

interface PlanDependencies {
  readonly checkpoints: Checkpoints
  readonly textChanges: TextChanges
}

/** Decides what an undo writes. `conflicts`: files for which that cannot be decided without the user. */
export async function plannedUndo(
  span: ChangeSpan,
  { paths, hunks }: UndoRequest,
  dependencies: PlanDependencies,
): Promise<Result<UndoPlan>> {
  const { checkpoints } = dependencies
  const differences = await checkpoints.difference(span.place, span.before, span.after)
  if (!differences.ok) return differences
  const chosen = differences.value.filter(({ path }) => isChosen(span, path, paths))
  // A file that was also changed from outside is taken back only if it is named.
  const conflicts = paths === undefined ? chosen.filter(({ path }) => span.outside.has(path)) : []
  if (conflicts.length > 0) {
    return ok({ replacements: [], conflicts: conflicts.map(({ path }) => shownPath(span, path)) })
  }
  if (hunks !== undefined) return hunkPlan(span, chosen, hunks, dependencies)
  const contents = await checkpoints.read(
    span.place,
    chosen.flatMap(({ before }) => before ?? []),
  )
  if (!contents.ok) return contents
  const left = [...contents.value]
  const replacements = chosen.map(({ path, before, after }) => ({
    path,
    expected: after,
    wanted: before === null ? null : { mode: before.mode, content: left.shift() ?? new Uint8Array() },
  }))
  return ok({ replacements, conflicts: [] })
}

function isChosen(span: ChangeSpan, path: string, paths: readonly string[] | undefined): boolean {
  if (paths !== undefined) return paths.includes(shownPath(span, path))
  return span.own === null ? !span.outside.has(path) : span.own.has(path)
}

async function hunkPlan(
  { place }: ChangeSpan,
  [difference]: readonly FileDifference[],
  hunks: readonly number[],
  { checkpoints, textChanges }: PlanDependencies,
): Promise<Result<UndoPlan>> {
  if (difference === undefined) return ok({ replacements: [], conflicts: [] })
  const { path, before, after } = difference
  const current = await checkpoints.current(place, [path])
  if (!current.ok) return current
  const contents = await checkpoints.read(
    place,
    [before, after].filter((each) => each !== null),
  )
  if (!contents.ok) return contents
  const now = current.value[0] ?? null
  const texts = {
    before: before === null ? new Uint8Array() : (contents.value[0] ?? new Uint8Array()),
    after: after === null ? new Uint8Array() : (contents.value.at(-1) ?? new Uint8Array()),
    current: now?.content ?? new Uint8Array(),
  }
  const content = now?.mode === 'link' ? null : textChanges.withoutHunks(texts, hunks)
  const like = after ?? before
  if (content === null || like === null) return ok({ replacements: [], conflicts: [path] })
  const expected = now === null ? null : textChanges.versionOf(now, like)
  return ok({ replacements: [{ path, expected, wanted: wantedFile(content, { now, before }) }], conflicts: [] })
}

/** A new file whose only content is taken back is removed. */
function wantedFile(
  content: Uint8Array,
  { now, before }: { readonly now: WantedFile | null; readonly before: FileVersion | null },
): WantedFile | null {
  if (before === null && content.byteLength === 0) return null
  return { mode: now?.mode ?? before?.mode ?? 'file', content }
}
