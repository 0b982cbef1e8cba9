/** Whether a path is the folder or below it. Both are absolute, with symlinks resolved, as the system that has them writes them. */
export function isPathIn(folder: string, path: string): boolean {
  return path === folder || ['/', '\\'].some((separator) => path.startsWith(folder + separator))
}
