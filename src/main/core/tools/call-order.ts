import type { PreparedCall } from '../ports.ts'

/**
 * Which earlier calls of a batch each call must wait for: those that touch a path of its own, if either of the two
 * changes anything. A command may touch every file in its folder, so it keeps its place among the file tools there. Two
 * commands do not wait for each other: what they touch is not known, and the model was told that they run side by side.
 * Everything else runs side by side. `null`: a call that does not run.
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

/** A folder and what lies in it are one place: a command in a folder may touch every file there. */
function isSameOrInside(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`)
}
