/** Up to this width in rem, the tree opens over the panes. */
export const DRAWER_REM = 56.25
/** Up to this width in rem, panes are tabs. */
export const TABS_REM = 42

/** Returns whether the window is at most this wide, in rem: larger text has the same effect as a narrower window. */
export function isWindowWithin(rem: number): boolean {
  const root = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return window.innerWidth <= rem * root
}
