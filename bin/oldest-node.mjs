/** The oldest Node that runs what is built: no library of the bundle asks for a newer one, and `node:sqlite` needs no flag. */
export const OLDEST_NODE = '22.19.0'

/**
 * Returns whether what is built runs under a Node.
 * @param {string} version such as `22.19.0`, without a `v`
 * @returns {boolean}
 */
export function isNewEnough(version) {
  const [oldest, given] = [OLDEST_NODE, version].map((text) => text.split('.').map((part) => Number.parseInt(part)))
  for (const [place, least] of (oldest ?? []).entries()) {
    const part = given?.[place] ?? 0
    if (part !== least) return part > least
  }
  return true
}
