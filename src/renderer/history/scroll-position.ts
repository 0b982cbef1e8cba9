/** How near to the end counts as "at the end", px: a rounding error or a half line. */
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
 * Whether the view still follows the end after a scroll. Growing content moves the end away without anybody having
 * scrolled; only a move upwards lets go.
 */
export function followsEnd(
  before: { readonly following: boolean; readonly scrollTop: number },
  now: Scrolled,
): boolean {
  if (isAtEnd(now)) return true
  return before.following && now.scrollTop >= before.scrollTop
}
