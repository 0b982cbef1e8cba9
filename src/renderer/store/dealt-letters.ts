/**
 * Returns the places of columns in a random order that is not the present one, so that a letter that was seen before says
 * nothing. `random`: from 0 to below 1, as `Math.random`.
 */
export function dealtAnew(columns: number, random: () => number): readonly number[] {
  const order = Array.from({ length: columns }, (_, index) => ({ index, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ index }) => index)
  const isSame = order.every((index, place) => index === place)
  return isSame ? [...order.slice(1), ...order.slice(0, 1)] : order
}
