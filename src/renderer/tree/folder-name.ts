/** Returns the last part of a path; the path itself if it has none. */
export function folderName(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path
}
