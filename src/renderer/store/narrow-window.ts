/** Too narrow for panes beside each other: they are tabs, and the tree opens over them. CSS pixels. */
export const NARROW_WINDOW = '(width < 900px)'

export function isNarrowWindow(): boolean {
  return window.matchMedia(NARROW_WINDOW).matches
}
