import type { AgentId } from '../../shared/ids.ts'
import type { TreeRow } from '../store/tree-rows.ts'

/** `sap`: on the way from the root to the chosen agent. */
type LineTone = 'wood' | 'sap'

/** A branch that passes a row, on its way to a later sibling of an agent above. */
interface PassingLine {
  /** The number of agents above the ones that it joins. */
  readonly depth: number
  readonly tone: LineTone
}

/** The lines of a row that join it to other rows. */
export interface RowLines {
  readonly passing: readonly PassingLine[]
  /** The branch that ends at the row; null: a root. `below`: the branch goes on to later siblings; null: it ends here. */
  readonly elbow: { readonly depth: number; readonly tone: LineTone; readonly below: LineTone | null } | null
  /** The branch that begins at the row, to the agents below it; null: none is shown. */
  readonly stem: LineTone | null
}

/** Beyond this depth branches are not drawn: rows are indented no further. */
export const DEEPEST_LINE = 11

/**
 * Returns the lines of each row, as long as they were. `path`: the ids from a root to the chosen agent; its branches
 * have the tone `sap`. Takes time in proportion to the number of rows, however deep they are.
 */
export function rowLines(rows: readonly TreeRow[], path: ReadonlySet<AgentId>): readonly RowLines[] {
  const next = nextOnPath(rows, path)
  /** By depth: the branch that goes on below the row before. */
  const open: (LineTone | null)[] = []
  return rows.map((row) => {
    const { agent, depth, position, siblings, expanded } = row
    const depthOfLine = depth - 1
    const goesOn = depth > 0 && position < siblings
    const later = agent.parentId === null ? undefined : next.get(agent.parentId)
    const isOnPath = later !== undefined && later === position
    const passesOn = later !== undefined && later > position
    const below = goesOn ? (passesOn ? 'sap' : 'wood') : null
    const passing = open
      .slice(0, Math.max(0, Math.min(depthOfLine, DEEPEST_LINE)))
      .flatMap((tone, at) => (tone === null ? [] : [{ depth: at, tone }]))
    if (depth > 0 && depth <= DEEPEST_LINE) open[depthOfLine] = below
    open.length = Math.min(depth, DEEPEST_LINE)
    const isDrawn = depth > 0 && depth <= DEEPEST_LINE
    return {
      passing,
      elbow: isDrawn ? { depth: depthOfLine, tone: isOnPath ? 'sap' : 'wood', below } : null,
      stem: expanded && depth < DEEPEST_LINE ? (next.has(agent.id) ? 'sap' : 'wood') : null,
    }
  })
}

/** Returns by parent the position of its child that is on the path, of those that have rows. */
function nextOnPath(rows: readonly TreeRow[], path: ReadonlySet<AgentId>): ReadonlyMap<AgentId, number> {
  return new Map(
    rows.flatMap(({ agent, depth, position }) =>
      depth > 0 && agent.parentId !== null && path.has(agent.id) ? [[agent.parentId, position] as const] : [],
    ),
  )
}

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
