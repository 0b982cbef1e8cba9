import { isHarmless } from '../approvals/harmless-programs.ts'
import { splitCommand } from '../approvals/split-command.ts'
import type { PreparedCall } from '../ports/tool-ports.ts'

/**
 * A call that runs; one that could not be prepared but may be after the calls before it; or one that never runs, whose
 * result is certain.
 */
export type OrderedCall = PreparedCall | 'later' | 'never'

/**
 * Returns, for each call of a batch, the earlier calls that it must wait for, so that their effects have the order of
 * the batch: those that share a path with it, unless both only read. A command may touch every file in its folder; its
 * effects elsewhere are unknown, so commands keep their order wherever they run. A call that cannot be prepared yet waits
 * for all that may change something, and all that may see its effects wait for it. All other calls run side by side.
 */
export function waitsFor(calls: readonly OrderedCall[]): readonly (readonly number[])[] {
  return calls.map((call, index) =>
    calls.slice(0, index).flatMap((earlier, at) => (conflict(earlier, call) ? [at] : [])),
  )
}

/** Whether a call may change what a later call of the batch is prepared from. */
export function mayChange(call: OrderedCall): boolean {
  return call === 'later' || (call !== 'never' && changesFiles(call))
}

function conflict(earlier: OrderedCall, later: OrderedCall): boolean {
  if (earlier === 'never' || later === 'never') return false
  if (earlier === 'later') return later === 'later' || later.paths.length > 0
  if (later === 'later') return changesFiles(earlier)
  // An outside agent's program runs its calls itself.
  if (earlier.isUnderWay === true || later.isUnderWay === true) return false
  if (!changes(earlier) && !changes(later)) return false
  if (earlier.access === 'execute' && later.access === 'execute') return true
  return earlier.paths.some((path) => later.paths.some((other) => isSameOrInside(path, other)))
}

function changes({ access, subject }: PreparedCall): boolean {
  return access === 'execute' ? !onlyReads(subject) : access !== 'read'
}

function changesFiles(call: PreparedCall): boolean {
  return (call.access === 'write' || call.access === 'execute') && changes(call)
}

/** Whether a command line certainly writes nothing: each of its commands is a program that is known to only read. */
function onlyReads(commandLine: string): boolean {
  const commands = splitCommand(commandLine) ?? []
  return (
    commands.length > 0 && commands.every(({ words, assignments }) => assignments.length === 0 && isHarmless(words))
  )
}

/** A folder and its contents share a path, because a command in the folder may touch every file there. */
function isSameOrInside(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`)
}
