/** A line of a text: its two cells, or null and the line as it is. */
export type TextRow = readonly [first: string, second: string] | readonly [first: null, line: string]

const GAP = / {2,}(?=\S)/g
const TREE = /[├└│]/

/**
 * Returns the rows of a text that is aligned in two columns with spaces, as the output of `/help`; null: it has more
 * columns, or none, so that its lines must not be broken.
 */
export function twoColumns(text: string): readonly TextRow[] | null {
  if (TREE.test(text)) return null
  const rows = text.split('\n').map(rowOf)
  return rows.includes(null) || rows.every((row) => row?.[0] === null) ? null : rows.filter((row) => row !== null)
}

function rowOf(line: string): TextRow | null {
  const indented = line.length - line.trimStart().length
  const gaps = [...line.slice(indented).matchAll(GAP)]
  const [gap] = gaps
  if (gap === undefined) return [null, line]
  if (gaps.length > 1) return null
  const at = indented + gap.index
  return [line.slice(0, at).trimEnd(), line.slice(at).trim()]
}
