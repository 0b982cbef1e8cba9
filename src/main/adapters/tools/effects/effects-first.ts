import { readFile, readlink, stat } from 'node:fs/promises'

import { type CommandEffect, EFFECT_RULES, effectLines, shownEffects } from '../../../../shared/command-effects.ts'
import { errorMessage, ok, refuse, type Result } from '../../../../shared/result.ts'
import type { SandboxUse } from '../../../../shared/sandbox.ts'
import type { ApproveAccess, WrittenFile } from '../../../core/ports/tool-ports.ts'
import { editPreview, MAX_PREVIEW } from '../edit-preview.ts'
import { protectedAs, type ProtectedPlaces } from '../protected-paths.ts'
import { readablePath } from '../sandbox/byte-paths.ts'
import { applyDifferences, changedSince } from './apply-effects.ts'
import type { FolderCopy } from './folder-copy.ts'
import { entryPath, type CopyDifference, differencesOf, folderEntries } from './folder-entries.ts'
import { readOriginal } from './read-original.ts'

/** Returns what a command changed in its copy of the folder. A file that was written with the same content is not listed. */
export async function effectsIn(copy: FolderCopy, signal: AbortSignal): Promise<Result<readonly CopyDifference[]>> {
  try {
    const found = differencesOf(copy.copied, await folderEntries(copy.path, signal))
    const real: CopyDifference[] = []
    for (const each of found) {
      if (each.kind !== 'changed' || !(await hasSameContent(copy, each))) real.push(each)
      else if (each.before?.mode !== each.after?.mode) real.push({ ...each, kind: 'mode' })
    }
    return ok(real)
  } catch (error) {
    return refuse(`What the command changed cannot be read: ${errorMessage(error)}.`)
  }
}

/** Whether a file or link of the copy has the content of the original, which is as it was when it was copied. */
async function hasSameContent(copy: FolderCopy, { path, after }: CopyDifference): Promise<boolean> {
  const before = copy.original.get(path)
  if (before === undefined || after === null || before.kind !== after.kind || before.stamp.size !== after.stamp.size)
    return false
  const [old, to] = [await readOriginal(copy, path), entryPath(copy.path, path)]
  if (old === null) return false
  return old.equals(after.kind === 'link' ? await readlink(to, { encoding: 'buffer' }) : await readFile(to))
}

/** A command that ran in a copy, and what it changed there. */
export interface RunInCopy {
  readonly command: string
  readonly copy: FolderCopy
  readonly differences: readonly CopyDifference[]
  /** Where it ran, with the hosts that it reached. */
  readonly use: SandboxUse
}

export interface AppliedNote {
  /** What is said below the output of the command. */
  readonly note: string
  readonly isError: boolean
  /** Missing: not known. */
  readonly wrote?: readonly WrittenFile[]
}

const NOTHING: AppliedNote = { note: '', isError: false, wrote: [] }

/**
 * Asks whether what a command changed in a copy is applied to the folder, by the rules for `effects` or by the user, and
 * applies it. If a file is not as it was when the folder was copied, nothing is applied.
 */
export async function applyIfAllowed(
  run: RunInCopy,
  options: {
    readonly places: ProtectedPlaces
    readonly lockFolder: string
    /** Missing: nothing is approved. */
    readonly approve: ApproveAccess | undefined
    /** Whether the agent has another folder or another level of the sandbox than when the call was prepared. */
    readonly isPlacedAnew: () => Promise<boolean>
    readonly signal: AbortSignal
  },
): Promise<AppliedNote> {
  const { differences, copy, command, use } = run
  if (differences.length === 0) return NOTHING
  const { approve, signal, places } = options
  const effects = effectsOf(run, places)
  const what = effectLines(shownEffects(effects, copy.folder)).slice(0, MAX_LINES).join('\n')
  const isProtected = effects.find((effect) => effect.protectedAs !== undefined)?.protectedAs
  const asked = {
    subject: command,
    access: 'write',
    ruleName: EFFECT_RULES,
    paths: [copy.folder],
    isInFolder: true,
    effects,
    preview: await previewOf(run),
    sandbox: use,
    ...(isProtected !== undefined && { protectedAs: isProtected }),
  } as const
  const decided = (await approve?.(asked, signal)) ?? { type: 'denied', message: 'Nobody could be asked.' }
  if (decided.type === 'denied') {
    return {
      note: `${NOT_APPLIED} ${decided.message}]\n${what}`,
      isError: true,
      wrote: [],
    }
  }
  // While the question waited, a user may have changed what the agent may do.
  if (await options.isPlacedAnew()) return { note: PLACED_ANEW, isError: true, wrote: [] }
  const changed = await changedSince(copy, differences)
  if (changed.length > 0) {
    const names = changed.slice(0, MAX_NAMES).map((path) => readablePath(Buffer.from(path, 'latin1')))
    const note = `[Not applied: the folder was changed by others while the command ran, at ${names.join(', ')}. Run the command again.]`
    return { note, isError: true, wrote: [] }
  }
  const { applied, left, wrote } = await applyDifferences(copy, differences, options.lockFolder)
  const rest = left.map(({ path, reason }) => `[Not applied: ${path}: ${reason}.]`)
  const note = [`[Applied: ${applied} changed.]`, what, ...rest.slice(0, MAX_LINES)].join('\n')
  return { note, isError: false, ...(wrote !== null && { wrote }) }
}

const PLACED_ANEW =
  "[Not applied: the agent's folder or its level of the sandbox was changed while this was asked. Run the command again.]"
/** The beginning of a note; what follows ends with `]`. */
export const NOT_APPLIED = '[Not applied: the folder is as it was before.'

const MAX_NAMES = 5
const MAX_LINES = 40

/** Most characters of differences that a model is sent of a dry run. */
const MAX_DIFFERENCES = 20_000

/** What a model reads below the output of a command that ran in a copy only. */
export async function dryRunNote(run: RunInCopy, places: ProtectedPlaces): Promise<string> {
  if (run.differences.length === 0) return '[Dry run: it would change nothing in the folder.]'
  const lines = effectLines(shownEffects(effectsOf(run, places), run.copy.folder))
  const preview = await previewOf(run)
  const cut =
    preview.length > MAX_DIFFERENCES ? `${preview.slice(0, MAX_DIFFERENCES)}\n[The rest is not shown.]` : preview
  return ['[Dry run: nothing was changed in the folder. It would change:]', ...lines, cut].join('\n')
}

function effectsOf({ copy, differences }: RunInCopy, places: ProtectedPlaces): readonly CommandEffect[] {
  return differences.map(({ path, kind, before, after }) => {
    const shown = readablePath(entryPath(copy.folder, path))
    const why = protectedAs(shown, places)
    return {
      path: shown,
      kind,
      isFolder: (after ?? before)?.kind === 'folder',
      ...(why !== null && { protectedAs: why }),
    }
  })
}

/** Longest file whose lines are shown, bytes. */
const MAX_SHOWN_FILE = 1024 ** 2

/** Returns the lines that differ, file by file. */
async function previewOf({ copy, differences }: RunInCopy): Promise<string> {
  let text = ''
  for (const each of differences) {
    if (text.length >= MAX_PREVIEW) return `${text}[… the rest is not shown …]\n`
    const hunks = await hunksOf(copy, each)
    const name = readablePath(Buffer.from(each.path, 'latin1'))
    if (hunks !== '') text += `@@ ${name}\n${hunks}`
  }
  return text
}

async function hunksOf(copy: FolderCopy, { path, before, after }: CopyDifference): Promise<string> {
  const old = before?.kind === 'file' ? textIn(await readOriginal(copy, path, MAX_SHOWN_FILE)) : ''
  const now = after?.kind === 'file' ? await textAt(entryPath(copy.path, path)) : ''
  if (old === now || old === null || now === null) return ''
  const patch = editPreview(path, old, now)
  return patch.slice(Math.max(0, patch.indexOf('@@')))
}

/** Null: it is long, binary, or gone. `path`: in the copy, which nobody changes any more. */
async function textAt(path: Buffer): Promise<string | null> {
  const found = await stat(path).catch(() => null)
  if (found === null || found.size > MAX_SHOWN_FILE) return null
  return textIn(await readFile(path).catch(() => null))
}

const textIn = (bytes: Buffer | null): string | null => (bytes === null || bytes.includes(0) ? null : bytes.toString())
