/** Returns the element that receives the focus when the layer opens; null: none is marked, or it is still loading. */
export function markedIn(layer: HTMLElement | null): HTMLElement | null {
  return layer?.querySelector<HTMLElement>('[data-first-focus]') ?? null
}

/**
 * Focuses the marked element of a layer at once, so that keys pressed before the next frame go to it; if it is still
 * loading, when it appears. Returns how to stop waiting.
 */
export function focusMarked(layer: HTMLElement): () => void {
  const observer = new MutationObserver(tryToFocus)
  function tryToFocus(): boolean {
    const marked = markedIn(layer)
    if (marked === null) return false
    observer.disconnect()
    const focused = document.activeElement
    // Do not take the focus from a control that the user has reached in the meantime.
    if (focused === layer || !layer.contains(focused)) marked.focus()
    return true
  }
  if (!tryToFocus()) observer.observe(layer, { childList: true, subtree: true })
  return () => observer.disconnect()
}
