/**
 * Returns the index of the first occurrence of `part` in `text` at or after `from`; -1 if there is none. Runs in time
 * linear in both lengths for any input, which `indexOf` does not guarantee (Knuth-Morris-Pratt).
 */
export function findText(text: string, part: string, from: number): number {
  if (part === '') return from
  const borders = bordersOf(part)
  let matched = 0
  for (let at = from; at < text.length; at++) {
    while (matched > 0 && text[at] !== part[matched]) matched = borders[matched - 1] ?? 0
    if (text[at] === part[matched]) matched++
    if (matched === part.length) return at - matched + 1
  }
  return -1
}

/** For each prefix of the text: the length of its longest proper prefix that is also its suffix. */
function bordersOf(part: string): readonly number[] {
  const borders = [0]
  let length = 0
  for (let at = 1; at < part.length; at++) {
    while (length > 0 && part[at] !== part[length]) length = borders[length - 1] ?? 0
    if (part[at] === part[length]) length++
    borders.push(length)
  }
  return borders
}
