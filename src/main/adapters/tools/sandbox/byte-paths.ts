/**
 * Absolute paths as the kernel has them: bytes, which need not be valid UTF-8. As text, two of them could be the same,
 * or name nothing. No `..`, and no `/` at the end.
 */
export type BytePath = Buffer

const SLASH = 0x2f

/** Whether a path is the folder itself or inside it. */
export function isAtOrIn(folder: BytePath, path: BytePath): boolean {
  if (folder.length === 1) return true
  if (path.length < folder.length || folder.compare(path, 0, folder.length) !== 0) return false
  return path.length === folder.length || path[folder.length] === SLASH
}

/** Returns the folder of a path; of the root the root. */
export function parentOf(path: BytePath): BytePath {
  const at = path.lastIndexOf(SLASH)
  return path.subarray(0, at <= 0 ? 1 : at)
}

export function nameAt(path: BytePath): Buffer {
  return path.subarray(path.lastIndexOf(SLASH) + 1)
}

/** Returns the folders inside `folder` that contain the path, which is inside it; the outermost comes first. */
export function ancestorsWithin(folder: BytePath, path: BytePath): readonly BytePath[] {
  const found: BytePath[] = []
  for (let at = parentOf(path); at.length > folder.length; at = parentOf(at)) found.unshift(at)
  return found
}

/** A text that differs for all different paths, for sets and maps. */
export function keyOf(path: BytePath): string {
  return path.toString('latin1')
}

/** The path for the user and for models: bytes that are no text, and control characters, as escapes. */
export function readablePath(path: BytePath): string {
  const text = path.toString('utf8')
  const isText = Buffer.from(text).equals(path)
  // oxlint-disable-next-line no-control-regex
  return (isText ? text : path.toString('latin1')).replaceAll(isText ? /[\0-\x1F\x7F]/g : /[^\x20-\x7E]/g, escaped)
}

function escaped(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
}
