import { useEffect, useState, type RefObject } from 'react'

/**
 * Returns whether an element is smaller than its first child, so that it scrolls and belongs in the tab order. Both are
 * measured after layout, so a text that grows costs no layout of its own.
 */
export function useOverflow(element: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const box = element.current
    const content = box?.firstElementChild
    if (box === null || content === null || content === undefined) return
    const observer = new ResizeObserver(() => {
      setOverflows(box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight)
    })
    observer.observe(box)
    observer.observe(content)
    return () => observer.disconnect()
  }, [element])
  return overflows
}
