/** Splits a path at its separators, of any operating system. */
function partsOf(path: string): readonly string[] {
  return path.split(/[/\\]/).filter((part) => part !== '')
}

/**
 * Returns the name of each folder: the last part of its path, with as many parts before it as tell it from the others. A
 * path without parts is its own name.
 */
export function folderNames(paths: Iterable<string>): ReadonlyMap<string, string> {
  const all = [...new Set(paths)].map((path) => ({ path, parts: partsOf(path) }))
  const name = (parts: readonly string[], count: number): string => parts.slice(-count).join('/')
  return new Map(
    all.map(({ path, parts }) => {
      const isShared = (count: number): boolean =>
        all.some((other) => other.path !== path && name(other.parts, count) === name(parts, count))
      let count = 1
      while (count < parts.length && isShared(count)) count += 1
      return [path, name(parts, count) || path]
    }),
  )
}
