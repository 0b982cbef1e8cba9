import { randomBytes } from 'node:crypto'

/** Returns an id in a provider's format: the prefix and random characters of [A-Za-z0-9]. */
export function makeId(prefix: string, length = 24): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
  const characters = [...randomBytes(length)].map((byte) => letters[byte % letters.length])
  return `${prefix}${characters.join('')}`
}
