/** A caret blinks for so long after the last use of the window, as in GTK and in terminals. ms. */
const REST_MS = 10_000
const USES = ['keydown', 'pointerdown', 'input', 'focusin'] as const

/**
 * While nobody uses the window, its root has `data-caret="rests"`, with which the style sheet keeps the caret from
 * blinking: drawing it twice a second is most of what an idle window does. Returns a function that
 * ends this.
 */
export function restCaret(root: HTMLElement): () => void {
  let lastUse = Date.now()
  let timer: ReturnType<typeof setTimeout> | null = null

  // One timer for all uses: a key only notes its time.
  const wait = (ms: number): void => {
    timer = setTimeout(() => {
      const left = lastUse + REST_MS - Date.now()
      if (left > 0) return wait(left)
      timer = null
      root.dataset['caret'] = 'rests'
    }, ms)
  }
  const onUse = (): void => {
    lastUse = Date.now()
    if (timer !== null) return
    delete root.dataset['caret']
    wait(REST_MS)
  }

  for (const use of USES) window.addEventListener(use, onUse, { capture: true, passive: true })
  window.addEventListener('focus', onUse)
  wait(REST_MS)
  return () => {
    for (const use of USES) window.removeEventListener(use, onUse, { capture: true })
    window.removeEventListener('focus', onUse)
    if (timer !== null) clearTimeout(timer)
    delete root.dataset['caret']
  }
}
