/**
 * Returns the paths that match a query best, at most `limit`: first those whose name begins with it, then those that
 * contain it, then those that contain its characters in order. Equal matches keep their order. Folders are included,
 * with
 * `/` at the end. Without a query, files only.
 */
export function bestPaths(paths: readonly string[], query: string, limit: number): readonly string[] {
  if (query === '') return paths.slice(0, limit)
  const wanted = query.toLowerCase()
  const byRank: string[][] = RANKS.map(() => [])
  for (const path of withFolders(paths)) {
    const rank = RANKS.findIndex((matches) => matches(path.toLowerCase(), wanted))
    byRank[rank]?.push(path)
  }
  return byRank.flat().slice(0, limit)
}

/** The ways in which a path can match, the best first. */
const RANKS: readonly ((path: string, wanted: string) => boolean)[] = [
  (path, wanted) => path.startsWith(wanted) && !path.slice(wanted.length).replace(/\/$/, '').includes('/'),
  (path, wanted) => nameOf(path).startsWith(wanted),
  (path, wanted) => path.startsWith(wanted),
  (path, wanted) => nameOf(path).includes(wanted),
  (path, wanted) => path.includes(wanted),
  hasInOrder,
]

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/', path.length - 2) + 1)
}

function hasInOrder(path: string, wanted: string): boolean {
  let at = -1
  for (const character of wanted) {
    at = path.indexOf(character, at + 1)
    if (at === -1) return false
  }
  return true
}

/** Adds each folder before its newest file. */
function withFolders(paths: readonly string[]): ReadonlySet<string> {
  const all = new Set<string>()
  for (const path of paths) {
    for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
      all.add(path.slice(0, slash + 1))
    }
    all.add(path)
  }
  return all
}
