import type { ForeignSession } from './foreign-tree.ts'

interface Chains {
  /** The nodes from the beginning to the end of the conversation that is gone on with. */
  readonly active: ReadonlySet<number>
  /** The child that continues a node's agent. The other children are forks. */
  readonly next: ReadonlyMap<number, number>
}

/**
 * Chooses which child continues each node: the one on the active path, else the newest. Children without events in
 * them or below them are left out.
 */
export function chainsOf({ nodes, active: named }: ForeignSession): Chains {
  const isUsed = nodes.map(({ events }) => events.length > 0)
  for (let at = nodes.length - 1; at >= 0; at--) {
    const parent = nodes[at]?.parent ?? null
    if (parent !== null && isUsed[at] === true) isUsed[parent] = true
  }
  const last = isUsed.lastIndexOf(true)
  const leaf = named ?? (last === -1 ? null : last)
  const active = new Set<number>()
  for (let at = leaf; at !== null; at = nodes[at]?.parent ?? null) active.add(at)
  const next = new Map<number, number>()
  for (const [at, { parent }] of nodes.entries()) {
    if (parent === null || isUsed[at] !== true) continue
    const chosen = next.get(parent)
    if (chosen === undefined || !active.has(chosen)) next.set(parent, at)
  }
  // What follows the named leaf belongs to the conversation: the name may be older than the newest records.
  for (let at = leaf === null ? undefined : next.get(leaf); at !== undefined; at = next.get(at)) active.add(at)
  return { active, next }
}
