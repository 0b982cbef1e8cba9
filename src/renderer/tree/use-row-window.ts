import { useEffect, useState, type RefObject } from 'react'

import { visibleRange, type ScrollView } from './visible-range.ts'

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
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [list])

  return { range: visibleRange(rows, view), rowHeight: view.rowHeight }
}
