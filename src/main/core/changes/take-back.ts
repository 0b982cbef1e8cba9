import type { ChangeDependencies } from './change-dependencies.ts'
import type { Whose } from '../../../shared/file-changes.ts'
import type { EventId } from '../../../shared/ids.ts'
import { mapOk, ok, type Result } from '../../../shared/result.ts'
import type { Checkpoints, FileVersion, WantedFile } from '../ports/checkpoint-ports.ts'
import { isSameVersion } from './attribute-changes.ts'
import type { ChangeSpan } from './change-spans.ts'

/** One change of a file by the agent. Null: the file did not exist. */
export interface FileStep {
  readonly before: FileVersion | null
  readonly after: FileVersion | null
  /** The newest event of the change. */
  readonly until: EventId
}

/** Why a change cannot be taken back: others changed the same lines between the agent's changes, or after the last one. */
export type BlockedWhen = 'between' | 'since'

/** The changes of each file of a span by those who made them, oldest first. */
export interface FileSteps {
  readonly own: ReadonlyMap<string, readonly FileStep[]>
  /** The agent's own, and those of which it is not certain whose they are. */
  readonly possible: ReadonlyMap<string, readonly FileStep[]>
  /** Files with changes of which it is not certain whose they are. */
  readonly unsure: readonly string[]
}

/**
 * Returns the changes of a span file by file. Changes of the same maker with nothing from others in between are one:
 * those that are not certainly the agent's are taken back by themselves, whether its own have been before or not.
 */
export async function fileSteps({ place, runs }: ChangeSpan, checkpoints: Checkpoints): Promise<Result<FileSteps>> {
  const own = new Map<string, readonly FileStep[]>()
  const possible = new Map<string, readonly FileStep[]>()
  const unsure = new Set<string>()
  const makers = new Map<string, Whose>()
  for (const run of runs) {
    const differences = await checkpoints.difference(place, run.before, run.after)
    if (!differences.ok) return differences
    for (const { path, before, after } of differences.value) {
      const maker = run.whose(path)
      if (maker === 'others') continue
      // What an undo did with such changes belongs to them: else the next undo would bring them back.
      const whose = run.isUndo && unsure.has(path) ? 'unsure' : maker
      const step = { before, after, until: run.until }
      const steps = possible.get(path) ?? []
      possible.set(path, makers.get(path) === whose ? withStep(steps, step) : [...steps, step])
      makers.set(path, whose)
      if (whose === 'own') own.set(path, withStep(own.get(path) ?? [], step))
      else unsure.add(path)
    }
  }
  return ok({ own, possible, unsure: [...unsure] })
}

function withStep(steps: readonly FileStep[], { before, after, until }: FileStep): readonly FileStep[] {
  const last = steps.at(-1)
  if (last === undefined || !isSameVersion(last.after, before)) return [...steps, { before, after, until }]
  return [...steps.slice(0, -1), { before: last.before, after, until }]
}

/** Returns the contents that `takeBack` may need, by their hashes. `now`: the files as they are, by path. */
export async function contentsFor(
  place: ChangeSpan['place'],
  steps: ReadonlyMap<string, readonly FileStep[]>,
  now: ReadonlyMap<string, WantedFile | null>,
  { checkpoints, textChanges }: ChangeDependencies,
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
  dependencies: ChangeDependencies,
): Promise<{ readonly file: WantedFile | null } | { readonly blocked: BlockedWhen }> {
  const joined = steps.reduce<readonly FileStep[]>(withStep, [])
  for (const way of joined.length < steps.length ? [steps, joined] : [steps]) {
    const taken = await merged(way, now, contents, dependencies)
    if (taken !== 'blocked') return { file: taken }
  }
  // Without the changes since: if that is not possible either, what changed in between is the reason.
  const left = stored(steps.at(-1)?.after ?? null, contents)
  const without = await merged(steps, left, contents, dependencies)
  return { blocked: without === 'blocked' ? 'between' : 'since' }
}

async function merged(
  steps: readonly FileStep[],
  now: WantedFile | null,
  contents: Contents,
  { textChanges, mergeTexts }: ChangeDependencies,
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
