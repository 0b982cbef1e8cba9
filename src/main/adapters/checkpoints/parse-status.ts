/** What `git status` lists. A repository inside the folder, and an ignored folder, has `/` at its end. */
export interface ListedStatus {
  /** Paths at which the working tree differs from the index. */
  readonly changed: readonly string[]
  readonly ignored: readonly string[]
}

/**
 * Reads the output of `git status --porcelain=v1 -z --no-renames`. Differences between the index and HEAD are left out. An
 * entry is two letters (HEAD to index, index to working tree), a space, and the path.
 */
export function parseStatus(output: Buffer): ListedStatus {
  const changed: string[] = []
  const ignored: string[] = []
  for (const entry of output.toString().split('\0')) {
    const path = entry.slice(3)
    if (entry.startsWith('!!')) ignored.push(path)
    else if (entry !== '' && entry.charAt(1) !== ' ') changed.push(path)
  }
  return { changed, ignored }
}
