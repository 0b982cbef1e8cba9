/** Maximum distance from the end that counts as "at the end", px; covers rounding errors and half a line. */
const END_MARGIN = 24

interface Scrolled {
  readonly scrollTop: number
  readonly scrollHeight: number
  readonly clientHeight: number
}

export function isAtEnd({ scrollTop, scrollHeight, clientHeight }: Scrolled): boolean {
  return scrollHeight - scrollTop - clientHeight <= END_MARGIN
}

/**
 * Returns whether the view still follows the end after a scroll event. Growing content moves the end away without any
 * user action, so only scrolling up stops following. The heights, for which a browser may have to lay out the page, are
 * read only if the position leaves it open.
 */
export function followsEnd(
  before: { readonly following: boolean; readonly scrollTop: number },
  now: Scrolled,
): boolean {
  return (before.following && now.scrollTop >= before.scrollTop) || isAtEnd(now)
}
