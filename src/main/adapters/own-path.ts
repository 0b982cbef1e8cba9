import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'

/**
 * Whether a path from a row, a note or a file may be deleted or written as one of the app's own: it is `depth` levels
 * below `root`, which is the app's, and neither it nor a folder above it is a link. What does not exist is compared by
 * the folder that it would be in.
 */
export async function isOwnPath(root: string, path: string, depth: number): Promise<boolean> {
  const [own, above] = await Promise.all([real(root), real(dirname(path))])
  if (own === null || above === null || path.includes('\0')) return false
  const found = await lstat(path).catch(() => null)
  if (found?.isSymbolicLink() === true) return false
  const actual = join(above, basename(path))
  const parts = relative(own, actual).split(sep)
  return (
    actual === path && parts.length === depth && parts.every((part) => part !== '' && part !== '..' && part !== '.')
  )
}

function real(path: string): Promise<string | null> {
  return realpath(path).catch(() => null)
}
