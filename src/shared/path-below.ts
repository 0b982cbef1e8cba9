const SEPARATOR = /[\\/]/

/** Returns the last part of a path of any system; the path itself if it has none. */
export function baseName(path: string): string {
  return path.split(SEPARATOR).findLast((part) => part !== '') ?? path
}

/** Returns the path of a file below a folder, both absolute: `src/a.ts`; null: it is not below it, or has steps upwards. */
export function pathBelow(folder: string, path: string): string | null {
  const rest = path.slice(folder.length)
  if (folder === '' || !path.startsWith(folder) || rest.length < 2 || !SEPARATOR.test(rest.charAt(0))) return null
  return rest.split(SEPARATOR).includes('..') ? null : rest.slice(1)
}

/** Whether a path is the folder or below it. Both are absolute, with symlinks resolved, as the system that has them writes them. */
export function isPathIn(folder: string, path: string): boolean {
  return path === folder || ['/', '\\'].some((separator) => path.startsWith(folder + separator))
}
