import { useEffect, useState, type RefObject } from 'react'

/** Most rows that are rendered at once. */
const MAX_RENDERED = 56
/** Rows rendered above and below those that are in view. */
const BEYOND_VIEW = 8

interface ScrollView {
  readonly top: number
  readonly height: number
  /** The height of one row. All in px. */
  readonly rowHeight: number
}

/** Returns the first and the last but one index of the rows to render. Few rows are all rendered. */
export function visibleRange(
  rows: number,
  { top, height, rowHeight }: ScrollView,
): readonly [from: number, to: number] {
  if (rows <= MAX_RENDERED) return [0, rows]
  const first = Math.max(0, Math.floor(top / rowHeight) - BEYOND_VIEW)
  const inView = Math.ceil(height / rowHeight) + 2 * BEYOND_VIEW
  const from = Math.min(first, rows - 1)
  return [from, Math.min(rows, from + Math.min(inView, MAX_RENDERED))]
}

/** A row to render, or rows that are left out between two of them. */
export type RenderedItem = { readonly row: number } | { readonly gap: number; readonly before: number }

/** Returns what to render for a range and for one more row, which has the focus or would get it; -1: none. */
export function renderedItems(
  rows: number,
  [from, to]: readonly [number, number],
  extra: number,
): readonly RenderedItem[] {
  const inRange = Array.from({ length: to - from }, (_, index) => from + index)
  const before = extra >= 0 && extra < from ? [extra] : []
  const after = extra >= to && extra < rows ? [extra] : []
  const items: RenderedItem[] = []
  let next = 0
  for (const row of [...before, ...inRange, ...after, rows]) {
    if (row > next) items.push({ gap: row - next, before: row })
    if (row < rows) items.push({ row })
    next = row + 1
  }
  return items
}

/** The height of a row until one was measured, px. */
const USUAL_ROW = 42

/**
 * Returns which rows of a scrolling list are rendered, and the height of a row in px. All rows have the same height.
 */
export function useRowWindow(list: RefObject<HTMLElement | null>, rows: number) {
  const [view, setView] = useState<ScrollView>({ top: 0, height: window.innerHeight, rowHeight: USUAL_ROW })

  useEffect(() => {
    const element = list.current
    if (element === null) return
    const look = () => {
      const rowHeight = element.querySelector<HTMLElement>('[data-row]')?.offsetHeight ?? USUAL_ROW
      setView({ top: element.scrollTop, height: element.clientHeight, rowHeight })
    }
    return followPart(element, look)
  }, [list])

  return { range: visibleRange(rows, view), rowHeight: view.rowHeight }
}

/** Calls `look` when another part of an element may be in view: it has scrolled, or another size. Returns what ends that. */
export function followPart(element: HTMLElement, look: () => void): () => void {
  const observer = new ResizeObserver(look)
  observer.observe(element)
  element.addEventListener('scroll', look, { passive: true })
  return () => {
    observer.disconnect()
    element.removeEventListener('scroll', look)
  }
}
