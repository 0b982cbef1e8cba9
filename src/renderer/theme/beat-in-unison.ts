/**
 * What beats for as long as something runs beats together, wherever it began: one picture is drawn for all the dots of a
 * window, not one for each, and the window is calmer.
 */
export function beatInUnison(page: Document): void {
  page.addEventListener('animationstart', ({ target }) => {
    if (!(target instanceof Element)) return
    for (const animation of target.getAnimations({ subtree: true })) {
      if (animation.effect?.getComputedTiming().iterations === Infinity) animation.startTime = 0
    }
  })
}
