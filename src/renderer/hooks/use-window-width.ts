import { useSyncExternalStore } from 'react'

import { isWindowWithin } from '../store/window-width.ts'

/** Returns whether the window is at most this wide, in rem, now and after each change of its width or of the text size. */
export function useWindowWithin(rem: number): boolean {
  return useSyncExternalStore(onWidthChange, () => isWindowWithin(rem))
}

function onWidthChange(onChange: () => void): () => void {
  // The text size is a style of the root (apply-theme.ts).
  const textSize = new MutationObserver(onChange)
  textSize.observe(document.documentElement, { attributeFilter: ['style'] })
  window.addEventListener('resize', onChange)
  return () => {
    textSize.disconnect()
    window.removeEventListener('resize', onChange)
  }
}
