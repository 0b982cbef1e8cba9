/** An item of a source that names the one before it. */
interface Linked {
  readonly id: string
  /** Null, or an id that no item has: it begins a conversation. */
  readonly parent: string | null
}

interface Ordered<T> {
  readonly item: T
  /** Index in the ordered list, always smaller than its own. */
  readonly parent: number | null
}

/**
 * Returns the items with parents before their children, else in their own order. Of items with one id the first counts;
 * a cycle of parents is opened at its first item. Without recursion: chains may be 20,000 long.
 */
export function orderByParent<T extends Linked>(items: readonly T[]): readonly Ordered<T>[] {
  const byId = new Map<string, T>()
  for (const item of items) if (!byId.has(item.id)) byId.set(item.id, item)
  const ordered: Ordered<T>[] = []
  const places = new Map<string, number>()
  for (const item of byId.values()) {
    const waiting: T[] = []
    const onPath = new Set<string>()
    let next: T | undefined = item
    while (next !== undefined && !places.has(next.id) && !onPath.has(next.id)) {
      waiting.push(next)
      onPath.add(next.id)
      next = next.parent === null ? undefined : byId.get(next.parent)
    }
    for (const placed of waiting.toReversed()) {
      const parent = placed.parent === null ? null : (places.get(placed.parent) ?? null)
      places.set(placed.id, ordered.push({ item: placed, parent }) - 1)
    }
  }
  return ordered
}
