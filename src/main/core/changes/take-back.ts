import type { EventId } from '../../../shared/ids.ts'
import { mapOk, ok, type Result } from '../../../shared/result.ts'
import type { Checkpoints, FileMerge, FileVersion, TextChanges, WantedFile } from '../ports/checkpoint-ports.ts'
import type { ChangeSpan } from './change-spans.ts'

/** One change of a file by the agent. Null: the file did not exist. */
export interface FileStep {
  readonly before: FileVersion | null
  readonly after: FileVersion | null
  /** The newest event of the change. */
  readonly until: EventId
}

export interface TakeBackDependencies {
  readonly checkpoints: Checkpoints
  readonly textChanges: TextChanges
  readonly mergeTexts: FileMerge
}

/** Why a change cannot be taken back: others changed the same lines between the agent's changes, or after the last one. */
export type BlockedWhen = 'between' | 'since'

/** Returns the agent's changes of each file, oldest first. Changes with nothing from others in between are one. */
export async function fileSteps(
  { place, runs }: ChangeSpan,
  checkpoints: Checkpoints,
): Promise<Result<ReadonlyMap<string, readonly FileStep[]>>> {
  const steps = new Map<string, FileStep[]>()
  for (const run of runs) {
    const differences = await checkpoints.difference(place, run.before, run.after)
    if (!differences.ok) return differences
    for (const { path, before, after } of differences.value) {
      const earlier = steps.get(path) ?? []
      const last = earlier.at(-1)
      const isNext = last !== undefined && isSameVersion(last.after, before)
      if (isNext) earlier.pop()
      steps.set(path, [...earlier, { before: isNext ? last.before : before, after, until: run.until }])
    }
  }
  return ok(steps)
}

/** Returns the contents that `takeBack` may need, by their hashes. `now`: the files as they are, by path. */
export async function contentsFor(
  place: ChangeSpan['place'],
  steps: ReadonlyMap<string, readonly FileStep[]>,
  now: ReadonlyMap<string, WantedFile | null>,
  { checkpoints, textChanges }: Pick<TakeBackDependencies, 'checkpoints' | 'textChanges'>,
): Promise<Result<Contents>> {
  const needed = [...steps].flatMap(([path, ofFile]) => {
    const isAsLeft = textChanges.isVersion(now.get(path) ?? null, ofFile.at(-1)?.after ?? null)
    return ofFile.flatMap(({ before, after }) =>
      [before ?? [], isAsLeft && ofFile.length === 1 ? [] : (after ?? [])].flat(),
    )
  })
  const versions = [...new Map(needed.map((version) => [version.hash, version])).values()]
  const read = await checkpoints.read(place, versions)
  return mapOk(read, (found) => new Map(versions.map(({ hash }, index) => [hash, found[index] ?? new Uint8Array()])))
}

type Contents = ReadonlyMap<string, Uint8Array>

/**
 * Takes the changes of one file back, the newest first. What others changed in it stays: their lines are merged. A file
 * that is null does not exist then. `blocked`: the agent's lines are not as it left them.
 */
export async function takeBack(
  steps: readonly FileStep[],
  now: WantedFile | null,
  contents: Contents,
  dependencies: MergeDependencies,
): Promise<{ readonly file: WantedFile | null } | { readonly blocked: BlockedWhen }> {
  const taken = await merged(steps, now, contents, dependencies)
  if (taken !== 'blocked') return { file: taken }
  // Without the changes since: if that is not possible either, what changed in between is the reason.
  const left = stored(steps.at(-1)?.after ?? null, contents)
  const without = await merged(steps, left, contents, dependencies)
  return { blocked: without === 'blocked' ? 'between' : 'since' }
}

type MergeDependencies = Pick<TakeBackDependencies, 'textChanges' | 'mergeTexts'>

async function merged(
  steps: readonly FileStep[],
  now: WantedFile | null,
  contents: Contents,
  { textChanges, mergeTexts }: MergeDependencies,
): Promise<WantedFile | null | 'blocked'> {
  let file = now
  for (const { before, after } of steps.toReversed()) {
    if (textChanges.isVersion(file, before)) continue
    const old = stored(before, contents)
    if (textChanges.isVersion(file, after)) {
      file = old
      continue
    }
    const [base, ours, theirs] = [stored(after, contents), file, old]
    if (base === null || ours === null || theirs === null) return 'blocked'
    if ([base, ours, theirs].some(({ mode }) => mode === 'link')) return 'blocked'
    const content = await mergeTexts({ base: base.content, ours: ours.content, theirs: theirs.content })
    // Where git cannot be run, nothing is merged.
    if (!content.ok || content.value === null) return 'blocked'
    file = { mode: ours.mode === base.mode ? theirs.mode : ours.mode, content: content.value }
  }
  return file
}

function stored(version: FileVersion | null, contents: Contents): WantedFile | null {
  return version === null ? null : { mode: version.mode, content: contents.get(version.hash) ?? new Uint8Array() }
}

function isSameVersion(a: FileVersion | null, b: FileVersion | null): boolean {
  return a?.hash === b?.hash && a?.mode === b?.mode
}
