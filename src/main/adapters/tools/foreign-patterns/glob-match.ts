import { matchesGlob } from 'node:path'

/**
 * Returns the paths that match a glob or are named by it: a name may itself contain brackets or braces, as in
 * `app/[id]/page.tsx`. Both readings count, because only one of them finds something in nearly every folder.
 *
 * `pattern`: a backslash takes the next character literally. A pattern without a slash matches names at any depth.
 * `paths`: relative, with slashes.
 */
export function pathsThatMatch(pattern: string, paths: readonly string[]): readonly string[] {
  const names = [pattern, withoutEscapes(pattern)].map((name) => name.replace(/^\.?\//, ''))
  const patterns = [...new Set([escapesAsClasses(pattern), bracketsAsNames(pattern)])].map(atAnyDepth)
  return paths.filter(
    (path) =>
      names.some((name) => path === name || (!name.includes('/') && path.endsWith(`/${name}`))) ||
      patterns.some((one) => matchesGlob(path, one)),
  )
}

function atAnyDepth(pattern: string): string {
  const inside = pattern.endsWith('/') ? `${pattern}**` : pattern
  return inside.includes('/') ? inside.replace(/^\.?\//, '') : `**/${inside}`
}

const ESCAPED = /\\(.)/gsu

function withoutEscapes(pattern: string): string {
  return pattern.replaceAll(ESCAPED, '$1')
}

/** Node treats a backslash as a folder's separator; a class of one character is the same on every system. */
function escapesAsClasses(pattern: string): string {
  return pattern.replaceAll(ESCAPED, (_, character: string) => literal(character))
}

function bracketsAsNames(pattern: string): string {
  return pattern.replaceAll(/\\(?<escaped>.)|\[/gsu, (found, escaped?: string) => literal(escaped ?? found))
}

function literal(character: string): string {
  return '[*?{'.includes(character) ? `[${character}]` : character
}
