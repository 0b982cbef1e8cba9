/** Whether a version such as `1.2.3` is newer than another one. Both have three numbers. */
export function isNewerVersion(version: string, than: string): boolean {
  const [given, other] = [version, than].map((text) => text.split('.').map(Number))
  for (const [place, number] of (given ?? []).entries()) {
    const least = other?.[place] ?? 0
    if (number !== least) return number > least
  }
  return false
}
