/** The longest name of a commit that is given to git, characters. */
const MAX_NAME = 250

/** Control characters, spaces, and what git does not allow in names of branches and tags (git-check-ref-format(1)). */
const REFUSED = /[\p{Cc}\p{Cs}\s*?[\\:]/u

/**
 * Returns why a text is not the name of one commit for git, as a sentence; null: it may be one. Names such as `main`,
 * `v1.2`, `HEAD~2`, `main@{upstream}` and ids are taken; options, ranges, paths and searches are not.
 */
export function revisionProblem(name: string): string | null {
  const shown = JSON.stringify(name.slice(0, MAX_NAME))
  if (name === '') return 'The name of a commit is empty. Give a branch, a tag or an id.'
  if (name.length > MAX_NAME) return `${shown}… is longer than ${MAX_NAME} characters. Give a branch, a tag or an id.`
  if (name.startsWith('-')) return `${shown} begins with "-", so it could be an option. Give a branch, a tag or an id.`
  if (name.startsWith('^') || name.includes('..')) return `${shown} is a range. Give a branch, a tag or an id.`
  if (REFUSED.test(name)) return `${shown} has a character that no name of a commit has. Give a branch, a tag or an id.`
  return null
}

/** Two names of commits. `mergeBase`: the changes begin at the newest commit that both have, not at `from`. */
export interface RevisionRange {
  readonly from: string
  readonly to: string
  readonly mergeBase?: true
}

/** Reads `A..B` or `A...B`, as git does; a missing side is HEAD. Null: the text has another form. */
export function parseRange(text: string): RevisionRange | null {
  const parts = /^(?<from>(?:(?!\.\.).)*)(?<dots>\.{2,3})(?<to>(?!\.)(?:(?!\.\.).)*)$/su.exec(text)?.groups
  if (parts === undefined || (parts['from'] === '' && parts['to'] === '')) return null
  const [from, to] = [parts['from'], parts['to']].map((name) => (name === undefined || name === '' ? 'HEAD' : name))
  if (from === undefined || to === undefined) return null
  return { from, to, ...(parts['dots'] === '...' && { mergeBase: true }) }
}
