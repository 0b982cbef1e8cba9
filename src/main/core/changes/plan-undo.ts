import type { ChangeDependencies } from './change-dependencies.ts'
import type { ChangeScope } from '../../../shared/file-changes.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type {
  FileDifference,
  FileReplacement,
  FileVersion,
  TextChanges,
  WantedFile,
} from '../ports/checkpoint-ports.ts'
import { type ChangeSpan } from './change-spans.ts'
import { shownPath } from './shown-path.ts'
import { type BlockedWhen, contentsFor, type FileStep, fileSteps, takeBack } from './take-back.ts'

export interface UndoRequest {
  readonly scope: ChangeScope
  /** Missing: all files that the agent changed for certain. */
  readonly paths?: readonly string[]
  /** Also changes that may be somebody else's. */
  readonly unsure?: true
  /** Hunks of the only file in `paths`; missing: all of it. */
  readonly hunks?: readonly number[]
}

export interface UndoPlan {
  readonly replacements: readonly FileReplacement[]
  readonly conflicts: readonly BlockedFile[]
  /** Files with changes that are left alone, because it is not certain whose they are. */
  readonly unsure: readonly string[]
}

/** A file whose change cannot be taken back without the user. */
export interface BlockedFile {
  /** Relative to the folder of the span. */
  readonly path: string
  readonly when: BlockedWhen
  /** The agent's changes of the file. */
  readonly steps: readonly FileStep[]
}

/**
 * Decides what an undo writes. What others changed in a file of the agent stays, if they changed other lines; so does what
 * is not the agent's for certain, unless the request says so or names the file. `conflicts`: files for which that cannot
 * be decided without the user.
 */
export async function plannedUndo(
  span: ChangeSpan,
  { paths, hunks, unsure: withUnsure }: UndoRequest,
  dependencies: ChangeDependencies,
): Promise<Result<UndoPlan>> {
  const { checkpoints, textChanges } = dependencies
  const { place } = span
  const differences = await checkpoints.difference(place, span.before, span.after)
  if (!differences.ok) return differences
  const named = differences.value.filter(({ path }) => paths?.includes(shownPath(span, path)))
  if (hunks !== undefined) return hunkPlan(span, named, hunks, dependencies)
  const found = await fileSteps(span, checkpoints)
  if (!found.ok) return found
  const { own, possible, unsure } = found.value
  const isCertainOnly = paths === undefined && withUnsure === undefined
  const isChosen = (path: string): boolean => paths === undefined || paths.includes(shownPath(span, path))
  const steps = new Map(isCertainOnly ? own : [...possible].filter(([path]) => isChosen(path)))
  for (const { path, before, after } of named)
    if (!possible.has(path)) steps.set(path, [{ before, after, until: span.runs.at(-1)?.until ?? 0 }])
  const left = isCertainOnly ? await stillThere(place, unsure, possible, dependencies) : []
  const current = await checkpoints.current(place, [...steps.keys()])
  if (!current.ok) return current
  const replacements: FileReplacement[] = []
  const conflicts: BlockedFile[] = []
  const files = new Map([...steps.keys()].map((path, index) => [path, current.value[index] ?? null]))
  const contents = await contentsFor(place, steps, files, dependencies)
  if (!contents.ok) return contents
  for (const [path, ofFile] of steps) {
    const now = files.get(path) ?? null
    const isBack = textChanges.isVersion(now, possible.get(path)?.[0]?.before ?? null)
    if (isCertainOnly && isBack && unsure.includes(path)) continue
    const taken = await takeBack(ofFile, now, contents.value, dependencies)
    // The lines that stand in the way may be the agent's.
    if ('blocked' in taken && left.includes(path)) continue
    if ('blocked' in taken) conflicts.push({ path, when: taken.blocked, steps: ofFile })
    else if (isSameFile(now, taken.file)) continue
    else replacements.push({ path, expected: versionNow(now, ofFile, textChanges), wanted: taken.file })
  }
  return ok({ replacements, conflicts, unsure: left })
}

/** Returns the files that are not as they were before the changes of which it is not certain whose they are. */
async function stillThere(
  place: ChangeSpan['place'],
  paths: readonly string[],
  possible: ReadonlyMap<string, readonly FileStep[]>,
  { checkpoints, textChanges }: ChangeDependencies,
): Promise<readonly string[]> {
  const current = await checkpoints.current(place, paths)
  if (!current.ok) return paths
  return paths.filter((path, index) => {
    const before = possible.get(path)?.[0]?.before ?? null
    return !textChanges.isVersion(current.value[index] ?? null, before)
  })
}

/** The version of a file as it is now, with an id of the kind that the file's place uses. */
function versionNow(now: WantedFile | null, steps: readonly FileStep[], textChanges: TextChanges): FileVersion | null {
  const [like] = steps.flatMap(({ before, after }) => before ?? after ?? [])
  return now === null || like === undefined ? null : textChanges.versionOf(now, like)
}

function isSameFile(a: WantedFile | null, b: WantedFile | null): boolean {
  if (a === null || b === null || a.mode !== b.mode) return a === b
  return a.content.length === b.content.length && a.content.every((byte, index) => byte === b.content[index])
}

async function hunkPlan(
  { place, runs }: ChangeSpan,
  [difference]: readonly FileDifference[],
  hunks: readonly number[],
  { checkpoints, textChanges }: ChangeDependencies,
): Promise<Result<UndoPlan>> {
  if (difference === undefined) return ok({ replacements: [], conflicts: [], unsure: [] })
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
  if (content === null || like === null)
    return ok({
      replacements: [],
      conflicts: [{ path, when: 'since', steps: [{ before, after, until: runs.at(-1)?.until ?? 0 }] }],
      unsure: [],
    })
  const expected = now === null ? null : textChanges.versionOf(now, like)
  return ok({
    replacements: [{ path, expected, wanted: wantedFile(content, { now, before }) }],
    conflicts: [],
    unsure: [],
  })
}

/** A new file whose only content is taken back is removed. */
function wantedFile(
  content: Uint8Array,
  { now, before }: { readonly now: WantedFile | null; readonly before: FileVersion | null },
): WantedFile | null {
  if (before === null && content.byteLength === 0) return null
  return { mode: now?.mode ?? before?.mode ?? 'file', content }
}
