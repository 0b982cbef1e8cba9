/** Yields the list in batches of at most `size`, in order. */
export function* batches<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size)
}

/**
 * Yields the items in batches of at most `size` items whose weights sum up to at most `weight`, in order. An item that
 * is heavier than that is a batch of its own.
 */
export function* batchesByWeight<T>(
  all: Iterable<T>,
  { size, weight, weigh }: { readonly size: number; readonly weight: number; weigh(item: T): number },
): Generator<readonly T[]> {
  let batch: T[] = []
  let sum = 0
  for (const item of all) {
    const own = weigh(item)
    if (batch.length > 0 && (batch.length === size || sum + own > weight)) {
      yield batch
      batch = []
      sum = 0
    }
    batch.push(item)
    sum += own
  }
  if (batch.length > 0) yield batch
}
