/** A scrolled column: the positions of its prompts by row of the comparison, in px from its top. */
export interface ScrolledColumn {
  readonly scrollTop: number
  /** The largest possible `scrollTop`. */
  readonly end: number
  /** Ascending; prompts that are not loaded are missing. */
  readonly rows: readonly { readonly row: number; readonly top: number }[]
}

/**
 * Returns the scroll position at which a column shows the same part of the same turn as `from`. Positions between two
 * prompts are interpolated linearly, whatever the lengths of the answers. Start and end are mapped to start and end.
 */
export function syncedScrollTop(from: ScrolledColumn, to: ScrolledColumn): number {
  const points = commonPoints(from, to)
  const after = points.findIndex((point) => point.from > from.scrollTop)
  const end = points[after === -1 ? points.length - 1 : after]
  const start = points[(after === -1 ? points.length : after) - 1]
  if (start === undefined || end === undefined) return to.scrollTop
  const length = end.from - start.from
  const share = length <= 0 ? 1 : (from.scrollTop - start.from) / length
  return start.to + share * (end.to - start.to)
}

interface Point {
  readonly from: number
  readonly to: number
}

function commonPoints(from: ScrolledColumn, to: ScrolledColumn): readonly Point[] {
  const tops = new Map(to.rows.map(({ row, top }) => [row, top]))
  const shared = from.rows.flatMap(({ row, top }): readonly Point[] => {
    const other = tops.get(row)
    return other === undefined ? [] : [{ from: Math.min(top, from.end), to: Math.min(other, to.end) }]
  })
  return [{ from: 0, to: 0 }, ...shared, { from: from.end, to: to.end }]
}
