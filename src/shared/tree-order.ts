import { z } from 'zod'

import type { AgentId } from './ids.ts'

/** The part of an agent that `treeOrder` needs. */
export interface TreeMember {
  readonly id: AgentId
  readonly parentId: AgentId | null
}

export interface PlacedMember<T> {
  readonly agent: T
  /** 0 for a root. */
  readonly depth: number
}

/** Maximum indentation, in levels, of a tree written as text. */
const DEEPEST_INDENT = 20

/**
 * Returns every agent after its parent, each subtree contiguous, siblings in the given order. An agent whose parent is
 * missing counts as a root. Uses an explicit stack, because a chain of forks may be thousands deep.
 */
export function treeOrder<T extends TreeMember>(agents: readonly T[]): readonly PlacedMember<T>[] {
  const known = new Set(agents.map(({ id }) => id))
  const children = Map.groupBy(agents, ({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : null))
  const placed: PlacedMember<T>[] = []
  const stack = (children.get(null) ?? []).map((agent) => ({ agent, depth: 0 })).toReversed()
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    placed.push(next)
    const below = children.get(next.agent.id) ?? []
    for (const agent of below.toReversed()) stack.push({ agent, depth: next.depth + 1 })
  }
  return placed
}

/** Returns the indentation of an agent's line in a tree written as text. Beyond the maximum, the depth is a number. */
export function treeIndent(depth: number): string {
  return depth <= DEEPEST_INDENT ? '  '.repeat(depth) : `${'  '.repeat(DEEPEST_INDENT)}(level ${depth + 1}) `
}

const treeArrangementSchema = z.object({ archived: z.array(z.string()), pinned: z.array(z.string()) })

/** The ids of the agents that the user archived and pinned. */
export type ArrangedAgents = Readonly<z.infer<typeof treeArrangementSchema>>

/** Null: the stored value has another shape. */
export function parseTreeArrangement(stored: unknown): ArrangedAgents | null {
  return treeArrangementSchema.safeParse(stored).data ?? null
}
