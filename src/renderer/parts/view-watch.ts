/** Says what of a box that scrolls is near its view. */
export interface ViewWatch {
  /** Calls back with whether an element is near the view, now and after each change. Returns how to stop. */
  watch(element: Element, onChange: (isNear: boolean) => void): () => void
}

/** Watches elements inside `scroller`. `margin`: how far from the view is near, CSS pixels. */
export function createViewWatch(scroller: Element, margin: number): ViewWatch & { stop(): void } {
  const listeners = new WeakMap<Element, (isNear: boolean) => void>()
  const observer = new IntersectionObserver(
    (entries) => entries.forEach(({ target, isIntersecting }) => listeners.get(target)?.(isIntersecting)),
    { root: scroller, rootMargin: `${margin}px 0px` },
  )
  return {
    watch(element, onChange) {
      listeners.set(element, onChange)
      observer.observe(element)
      return () => observer.unobserve(element)
    },
    stop: () => observer.disconnect(),
  }
}
