import { DEEPEST_LINE } from './row-lines.ts'

/** Width of a level, rem. */
const LEVEL = 1.125
/** Width of the deeper levels, so that names stay readable, rem. */
const DEEP_LEVEL = 0.5625
/** The first depth that is indented less. */
const DEEP = 5

/** Returns where a row at a depth begins, as a CSS length. Rows that are deeper than lines are drawn are indented no further. */
export function rowIndent(depth: number): string {
  const levels = Math.min(depth, DEEPEST_LINE)
  return `${Math.min(levels, DEEP) * LEVEL + Math.max(0, levels - DEEP) * DEEP_LEVEL}rem`
}
