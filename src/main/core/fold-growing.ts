/**
 * Makes a function that folds a list, and reads only what was added to it since the last call. Such a list must grow at
 * its end only; a changed one is another array. `ContextReplay.items` is such a list.
 */
export function foldGrowing<Item, Sum>(
  first: () => Sum,
  add: (sum: Sum, item: Item) => Sum,
): (items: readonly Item[]) => Sum {
  const known = new WeakMap<readonly Item[], { readonly length: number; readonly sum: Sum }>()
  return (items) => {
    const before = known.get(items) ?? { length: 0, sum: first() }
    let { sum } = before
    for (const item of items.slice(before.length)) sum = add(sum, item)
    known.set(items, { length: items.length, sum })
    return sum
  }
}
