import type { AgentId } from './ids.ts'

/** What a walk needs to know of an agent. */
export interface TreeMember {
  readonly id: AgentId
  readonly parentId: AgentId | null
}

export interface PlacedMember<T> {
  readonly agent: T
  /** 0 for a root. */
  readonly depth: number
}

/** Deeper agents are not indented any further where a tree is written as text. */
const DEEPEST_INDENT = 20

/**
 * Every agent after its parent, a subtree in one piece, siblings in the order given. An agent whose parent is not among
 * them counts as a root. Uses a stack of its own: a chain of forks may be thousands deep.
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

/** What stands before an agent's line in a tree that is written as text: the depth as a number where spaces would not fit. */
export function treeIndent(depth: number): string {
  return depth <= DEEPEST_INDENT ? '  '.repeat(depth) : `${'  '.repeat(DEEPEST_INDENT)}(level ${depth + 1}) `
}
