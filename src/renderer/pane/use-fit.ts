import { useLayoutEffect, useState, type RefObject } from 'react'

/**
 * Returns how many parts of a width fit beside each other in an element, at least 1. `rem`: the width of a part, in
 * units of the font size.
 */
export function useFit(element: RefObject<HTMLElement | null>, rem: number): number {
  const [fit, setFit] = useState(1)
  useLayoutEffect(() => {
    const box = element.current
    if (box === null) return
    const measure = (): void => {
      const part = rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      setFit(Math.max(1, Math.floor(box.clientWidth / part)))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [element, rem])
  return fit
}
