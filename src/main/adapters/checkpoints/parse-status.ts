/**
 * Returns the paths of `git status --porcelain=v1 -z --no-renames` at which the working tree differs from the index.
 * Differences between the index and HEAD are left out. A repository inside the folder has `/` at its end.
 */
export function parseStatus(output: Buffer): readonly string[] {
  return output.toString().split('\0').flatMap(changedPath)
}

/** An entry is two letters (HEAD to index, index to working tree), a space, and the path. */
function changedPath(entry: string): readonly string[] {
  const isSame = entry.charAt(1) === ' '
  return entry === '' || isSame ? [] : [entry.slice(3)]
}
