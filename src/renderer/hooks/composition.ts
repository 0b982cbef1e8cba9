import { useLayoutEffect } from 'react'

/** The key code of keys that an input method takes, also of the one that ends a composition (UI Events, 6.3.1). */
const TAKEN_BY_INPUT_METHOD = 229

/** What has compositions of its own: the terminal, which reads such keys. */
const READS_COMPOSITIONS = '.xterm'

/**
 * Keeps the keys of an input method, which is composing a word or ends that with this key, from everything in the
 * window, dialogs and lists of libraries too: Enter, Esc, Tab and arrows then do nothing else, and no handler has to
 * ask. The input method and the text field still get them.
 */
export function useCompositionKeys(): void {
  useLayoutEffect(() => {
    const onKeyDown = (key: KeyboardEvent): void => {
      const isRead = key.target instanceof Element && key.target.closest(READS_COMPOSITIONS) !== null
      if (!isOfComposition(key) || isRead) return
      key.stopPropagation()
      // A search field empties itself, whoever takes the key.
      if (key.key === 'Escape') key.preventDefault()
    }
    // Before every listener in the page.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}

/** Safari reports the last key after the end of the composition, by its code alone. */
function isOfComposition({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === TAKEN_BY_INPUT_METHOD
}
