import type { PreparedCall } from '../ports/tool-ports.ts'

/**
 * Returns, for each call of a batch, the earlier calls that it must wait for: those that share a path with it, if one
 * of the two makes changes. A command may touch every file in its folder, so it keeps its order relative to file tools
 * there. Two commands do not wait for each other: the paths that they touch are unknown, and the model is informed that
 * they run in parallel. All other calls run in parallel. `null`: a call that does not run.
 */
export function waitsFor(calls: readonly (PreparedCall | null)[]): readonly (readonly number[])[] {
  return calls.map((call, index) =>
    call === null ? [] : calls.slice(0, index).flatMap((earlier, at) => (conflict(earlier, call) ? [at] : [])),
  )
}

function conflict(earlier: PreparedCall | null, later: PreparedCall): boolean {
  if (earlier === null || (earlier.access === later.access && SIDE_BY_SIDE.has(later.access))) return false
  return earlier.paths.some((path) => later.paths.some((other) => isSameOrInside(path, other)))
}

const SIDE_BY_SIDE: ReadonlySet<PreparedCall['access']> = new Set(['read', 'execute'])

/** A folder and its contents share a path, because a command in the folder may touch every file there. */
function isSameOrInside(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`)
}
