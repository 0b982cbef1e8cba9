import type { ModelChoice } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { ModelList } from '../../shared/model-info.ts'
import { useModels, useTree } from '../hooks/use-stores.ts'
import { agentName } from '../store/agent-name.ts'
import { columnLetter } from '../store/column-letters.ts'
import { shownOrder, type Comparison } from '../store/comparison.ts'
import { type OwnModel, ownModelTitle } from '../store/model-title.ts'
import { texts } from '../text/texts.ts'

/** How a column is named where it is shown. */
export interface ColumnIdentity {
  readonly agentId: AgentId
  /** Its place among the agents of the comparison, whatever the order in which columns are shown. */
  readonly index: number
  /** The letter that it has now. While names are hidden, judges know it by another one. */
  readonly letter: string
  /** `Sonnet 5.5`, or `Answer A` while names are hidden. */
  readonly name: string
  /** Null: names are hidden, or the agent has no model. */
  readonly choice: ModelChoice | null
  readonly isHidden: boolean
}

/** Returns the columns in the order in which they are shown. */
export function useColumns({ agents, hidden }: Comparison): readonly ColumnIdentity[] {
  const tree = useTree((state) => state.agents)
  const list = useModels((state) => state.list)
  const names = columnNames(
    agents.map((agentId) => tree.get(agentId) ?? { id: agentId, name: '', choice: null }),
    list,
  )
  return shownOrder(agents, hidden).flatMap((index, place) => {
    const agentId = agents[index]
    if (agentId === undefined) return []
    const letter = columnLetter(place)
    const shown = { agentId, index, letter, isHidden: hidden !== null }
    if (hidden !== null) return [{ ...shown, name: texts.compare.answer({ letter }), choice: null }]
    return [{ ...shown, name: names[index] ?? '', choice: tree.get(agentId)?.choice ?? null }]
  })
}

interface NamedAgent extends OwnModel {
  readonly id: AgentId
  readonly name: string
}

/**
 * Returns the names of compared agents by what tells them apart: their models, numbered where several have the same
 * one; their own names if all have the same model.
 */
export function columnNames(agents: readonly NamedAgent[], list: ModelList | null): readonly string[] {
  const models = agents.map((agent) => ownModelTitle(list, agent) ?? agentName(agent))
  if (new Set(models).size === 1) {
    const own = agents.map(agentName)
    if (new Set(own).size === own.length) return own
  }
  const counts = new Map<string, number>()
  return models.map((name) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name} · ${count}`
  })
}

/** Returns `A · Sonnet 5.5`, or `Answer A` while names are hidden. */
export function columnLabel({ letter, name, isHidden }: ColumnIdentity): string {
  return isHidden ? name : `${letter} · ${name}`
}
