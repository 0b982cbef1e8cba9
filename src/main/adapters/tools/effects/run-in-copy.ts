import { defined } from '../../../../shared/defined.ts'
import type { SandboxUse } from '../../../../shared/sandbox.ts'
import type { FolderCopyPlace } from '../../../core/ports/sandbox-ports.ts'
import type { PreparedCall, ToolOutcome } from '../../../core/ports/tool-ports.ts'
import type { BashCommand } from '../bash-program.ts'
import type { ToolContext } from '../tool-context.ts'
import { type AppliedNote, applyIfAllowed, dryRunNote, effectsIn, NOT_APPLIED } from './effects-first.ts'
import { makeFolderCopy } from './folder-copy.ts'

/** Returns why a command has no dry run, for the model. */
export function noDryRun(background: boolean, use: SandboxUse | undefined): string {
  if (background)
    return "A command in the background has no end after which its effects could be shown. Leave out 'dry_run' or 'background'."
  const why = use?.inside === false ? use.reason : 'There is no sandbox here.'
  return `A dry run needs the sandbox, and this command would run outside it. ${why}`
}

interface CopiedRun {
  /** What the command changes is only said. */
  readonly isDryRun: boolean
  /** Runs the command until it ends. */
  readonly runIn: (copy: FolderCopyPlace) => Promise<ToolOutcome>
  /** As in `applyIfAllowed`. */
  readonly isPlacedAnew: () => Promise<boolean>
}

/** Runs a command in a copy of the folder, and applies what it changed there if that is allowed, or only says it. */
export async function runInCopy(
  { command, folder, use }: BashCommand,
  { isDryRun, runIn, isPlacedAnew }: CopiedRun,
  { signal, approve }: Parameters<PreparedCall['run']>[0],
  context: ToolContext,
): Promise<ToolOutcome> {
  const copied = await makeFolderCopy(folder, context.copiesFolder, signal)
  if (!copied.ok) return { content: `${NOT_RUN} ${copied.error.message}`, isError: true }
  const copy = copied.value
  try {
    const outcome = await runIn(copy)
    const found = await effectsIn(copy, signal)
    if (!found.ok)
      return withNote(outcome, { note: `${NOT_APPLIED} ${found.error.message}]`, isError: true, wrote: [] })
    if (use?.inside !== true) return outcome
    const ran = { command, copy, differences: found.value, use: { ...use, ...defined({ hosts: outcome.hosts }) } }
    return withNote(
      outcome,
      isDryRun
        ? { note: await dryRunNote(ran, context.places), isError: false, wrote: [] }
        : await applyIfAllowed(ran, { ...context, approve, isPlacedAnew, signal }),
    )
  } finally {
    await copy.remove()
  }
}

const NOT_RUN = 'The command was not run, because its effects cannot be shown first.'

function withNote(outcome: ToolOutcome, { note, isError, wrote }: AppliedNote): ToolOutcome {
  const content = [outcome.content, note].filter((part) => part !== '').join('\n')
  return { ...outcome, content, isError: outcome.isError || isError, ...defined({ wrote }) }
}
