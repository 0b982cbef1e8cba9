import type { AgentId } from '../../shared/ids.ts'
import { columnLetter } from './column-letter.ts'
import type { Comparison, Comparisons } from './comparison.ts'

/** The columns of a comparison. */
export type Columns = Pick<Comparison, 'agents' | 'merges'>

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
      next.every(({ agents, merges }, index) => agents === last[index]?.agents && merges === last[index]?.merges)
    if (!isSame) last = next.map(({ agents, merges }) => ({ agents, merges }))
    return last
  }
}

/** Stands on what merges the answers of a comparison. */
const MERGED = 'M'

/** Returns the letters of the compared agents, as their columns have them. The first comparison of an agent counts. */
export function columnLetters(comparisons: readonly Columns[]): ReadonlyMap<AgentId, string> {
  const letters = new Map<AgentId, string>()
  for (const { agents, merges } of comparisons.toReversed()) {
    for (const [index, id] of agents.entries()) letters.set(id, columnLetter(index))
    for (const id of merges) letters.set(id, MERGED)
  }
  return letters
}
