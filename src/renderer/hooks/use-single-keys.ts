import { useLayoutEffect } from 'react'

import { usePreferences } from './use-stores.ts'

/** Where a letter writes, or goes to what begins with it. */
const TAKES_LETTERS =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="tree"], [role="menu"], [role="listbox"], .xterm, [data-takes-letters]'

/**
 * Keeps single letters and signs from acting anywhere in the window, where the user has switched them off: speech input
 * and slips of the hand press such keys (WCAG 2.1.4). Keys with Ctrl, Alt or Cmd, and named ones such as Enter, go on
 * working, and every act is in the palette too.
 */
export function useSingleKeys(): void {
  const isOn = usePreferences((state) => state.singleKeys)
  useLayoutEffect(() => {
    if (isOn) return undefined
    const onKeyDown = (key: KeyboardEvent): void => {
      const isSingle = key.key.length === 1 && key.key !== ' ' && !key.ctrlKey && !key.metaKey && !key.altKey
      const writes = key.target instanceof Element && key.target.closest(TAKES_LETTERS) !== null
      if (isSingle && !writes) key.stopPropagation()
    }
    // Before every listener in the page.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [isOn])
}
