import type { AgentId } from '../../shared/ids.ts'
import { type Comparison, type Comparisons, shownOrder } from './comparison.ts'

/** The columns of a comparison. */
export type Columns = Pick<Comparison, 'agents' | 'merges' | 'hidden'>

const FIELDS = ['agents', 'merges', 'hidden'] as const

/**
 * Returns a function that selects the columns of the comparisons that are not decided, newest first. Its result stays
 * the same object while they do, because drafts change comparisons with every key.
 */
export function columnSelector(): (comparisons: Comparisons) => readonly Columns[] {
  let last: readonly Columns[] = []
  return ({ list }) => {
    const next = list.filter(({ adopted }) => adopted === null)
    const isSame =
      next.length === last.length &&
      next.every((each, index) => FIELDS.every((field) => each[field] === last[index]?.[field]))
    if (!isSame) last = next.map(({ agents, merges, hidden }) => ({ agents, merges, hidden }))
    return last
  }
}

/** Stands on what merges the answers of a comparison. */
const MERGED = 'M'

/** How a compared agent is known. */
export interface ColumnMark {
  readonly letter: string
  /** Whether its name and model are hidden, so that they decide nothing. */
  readonly isHidden: boolean
}

/** Returns the agents of a comparison in the order in which their columns are shown. */
export function columnOrder(columns: Columns): readonly AgentId[] {
  return shownOrder(columns.agents, columns.hidden).flatMap((index) => columns.agents[index] ?? [])
}

/** Returns the letters of the compared agents, as their columns have them. The first comparison of an agent counts. */
export function columnMarks(comparisons: readonly Columns[]): ReadonlyMap<AgentId, ColumnMark> {
  const marks = new Map<AgentId, ColumnMark>()
  for (const columns of comparisons.toReversed()) {
    const isHidden = columns.hidden !== null
    for (const [place, id] of columnOrder(columns).entries()) marks.set(id, { letter: columnLetter(place), isHidden })
    for (const id of columns.merges) marks.set(id, { letter: MERGED, isHidden: false })
  }
  return marks
}

/**
 * Returns the letter of a column of a comparison, by which judges refer to its answer: `A`, `B`, …; `A1` after the
 * 26th.
 */
export function columnLetter(index: number): string {
  const key = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? key : `${key}${Math.floor(index / 26)}`
}
