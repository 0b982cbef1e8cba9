import { relative, resolve, sep } from 'node:path'

/** Whether a path is the folder itself or inside it. Both are absolute; links are not resolved. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) === path)
}
