import { useLayoutEffect, useState, type RefObject } from 'react'

/**
 * Returns whether an element is smaller than its first child, so that it scrolls and belongs in the tab order. It is
 * measured before it is first shown; later both are observed, so that a text that grows costs no layout of its own.
 */
export function useOverflow(element: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false)
  useLayoutEffect(() => {
    const box = element.current
    const content = box?.firstElementChild
    if (box === null || content === null || content === undefined) return
    const measure = () => setOverflows(box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    observer.observe(content)
    return () => observer.disconnect()
  }, [element])
  return overflows
}
