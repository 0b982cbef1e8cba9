import { useLayoutEffect, useState, type RefObject } from 'react'

/** Whether an element scrolls. `sideways`: it does so in the direction of lines, perhaps in the other one too. */
type Overflow = 'none' | 'down' | 'sideways'

/**
 * Returns whether an element is smaller than its first child, so that it scrolls and belongs in the tab order. It is
 * measured before it is first shown; later both are observed, so that a text that grows costs no layout of its own.
 */
export function useOverflow(element: RefObject<HTMLElement | null>): Overflow {
  const [overflow, setOverflow] = useState<Overflow>('none')
  useLayoutEffect(() => {
    const box = element.current
    const content = box?.firstElementChild
    if (box === null || content === null || content === undefined) return
    const measure = () => {
      const isHigher = box.scrollHeight > box.clientHeight
      setOverflow(box.scrollWidth > box.clientWidth ? 'sideways' : isHigher ? 'down' : 'none')
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    observer.observe(content)
    return () => observer.disconnect()
  }, [element])
  return overflow
}
