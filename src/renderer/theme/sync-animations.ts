/**
 * Synchronises the pulsing animations of running agents, whenever they started, so that the browser can draw all dots
 * of a window in the same frames.
 */
export function syncAnimations(page: Document): void {
  page.addEventListener('animationstart', ({ target }) => {
    if (!(target instanceof Element)) return
    for (const animation of target.getAnimations({ subtree: true })) {
      if (animation.effect?.getComputedTiming().iterations === Infinity) animation.startTime = 0
    }
  })
}
