import { type AgentSummary, isBusy } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { type AgentKind, agentKind } from '../store/agent-kind.ts'
import { agentName } from '../store/agent-name.ts'
import { isWaiting, withAncestors } from '../store/agent-state.ts'
import type { ColumnMark } from '../store/column-letters.ts'
import { siblingNames } from '../store/sibling-names.ts'
import type { TreeRow } from '../store/tree-rows.ts'
import { texts } from '../text/texts.ts'
import { type RowLines, rowLines } from './row-lines.ts'

/** What a row shows beside the state of its agent, and what the other rows decide. */
export interface RowFace {
  /** The name as it differs from those beside and above it. */
  readonly label: string
  readonly kind: AgentKind
  /** The letter of its column in a comparison; null: it is not compared. */
  readonly letter: string | null
  /** Whether its name, its model and its cost are hidden, while compared answers are judged without them. */
  readonly isHidden: boolean
  readonly lines: RowLines
  /** How many of its attempts in a race have ended; null: it has none. */
  readonly attempts: { readonly done: number; readonly of: number } | null
  /** Whether an agent below it that has no row needs the user. */
  readonly isNeededBelow: boolean
}

interface FaceFacts {
  /** All shown agents, those without a row included. */
  readonly agents: ReadonlyMap<AgentId, AgentSummary>
  /** From the root to the chosen agent. */
  readonly path: ReadonlySet<AgentId>
  /** Of compared agents. */
  readonly marks: ReadonlyMap<AgentId, ColumnMark>
}

/** Returns the faces of the rows by agent. */
export function rowFaces(rows: readonly TreeRow[], { agents, path, marks }: FaceFacts): ReadonlyMap<AgentId, RowFace> {
  const labels = rowLabels(rows, agents)
  const lines = rowLines(rows, path)
  const attempts = attemptsByParent(agents)
  const needed = withAncestors(
    agents,
    [...agents.values()].filter(isWaiting).map(({ id }) => id),
  )
  return new Map(
    rows.flatMap((row, index) => {
      const line = lines[index]
      const { agent } = row
      const { letter = null, isHidden = false } = marks.get(agent.id) ?? {}
      // The name of a root is the question; its letter would say whose answer it is.
      const isRootOfHidden = isHidden && row.depth === 0
      return line === undefined
        ? []
        : [
            [
              agent.id,
              {
                label:
                  isHidden && letter !== null && !isRootOfHidden
                    ? texts.compare.answer({ letter })
                    : (labels.get(agent.id) ?? agentName(agent)),
                kind: agentKind(agent),
                letter: isRootOfHidden ? null : letter,
                isHidden,
                lines: line,
                attempts: attempts.get(agent.id) ?? null,
                isNeededBelow: !row.expanded && row.hasChildren && needed.has(agent.id) && !isBusy(agent.activity.type),
              },
            ] as const,
          ]
    }),
  )
}

/** Roots keep their names: nothing above them says the rest. */
function rowLabels(rows: readonly TreeRow[], agents: ReadonlyMap<AgentId, AgentSummary>): ReadonlyMap<AgentId, string> {
  const families = Map.groupBy(
    rows.filter(({ depth }) => depth > 0),
    ({ agent }) => agent.parentId,
  )
  return new Map(
    [...families].flatMap(([parentId, family]) => {
      const parent = parentId === null ? undefined : agents.get(parentId)
      const names = siblingNames(
        family.map(({ agent }) => agentName(agent)),
        parent === undefined ? null : agentName(parent),
      )
      return family.map(({ agent }, index) => [agent.id, names[index] ?? agentName(agent)] as const)
    }),
  )
}

function attemptsByParent(
  agents: ReadonlyMap<AgentId, AgentSummary>,
): ReadonlyMap<AgentId, { readonly done: number; readonly of: number }> {
  const counts = new Map<AgentId, { done: number; of: number }>()
  for (const { parentId, forkReason, activity, lastMessageId } of agents.values()) {
    if (parentId === null || forkReason !== 'race') continue
    const { done, of } = counts.get(parentId) ?? { done: 0, of: 0 }
    const hasEnded = !isBusy(activity.type) && lastMessageId !== undefined
    counts.set(parentId, { done: done + Number(hasEnded), of: of + 1 })
  }
  return counts
}
