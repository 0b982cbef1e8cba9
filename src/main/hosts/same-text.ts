import { timingSafeEqual } from 'node:crypto'

/** Compares in a time that does not depend on where the two differ. */
export function sameText(left: string, right: string): boolean {
  const a = Buffer.from(left)
  const b = Buffer.from(right)
  return a.length === b.length && timingSafeEqual(a, b)
}
