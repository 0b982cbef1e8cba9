import type { ToolAccess } from '../../../shared/tool-access.ts'

/** Characters with which a shell starts another command, redirects, or expands words. */
const SHELL_SYNTAX = /[;&|<>`$(){}\n\r\\]/

/** What `*` matches: anything, or (in a command that a rule allows) anything except shell syntax. */
export type Wildcard = 'anything' | 'no_shell_syntax'

/**
 * Returns whether a call's subject matches a rule's pattern. `*` matches any text, `\` makes the next character
 * literal, and the whole subject must match; `git status *` also matches `git status`.
 *
 * In a rule that allows a command, `*` must not match shell syntax (`no_shell_syntax`): a rule for `git status *` must
 * not allow `git status; rm -rf .`. The pattern `*` alone matches everything. Runs in time linear in both lengths.
 */
export function matchesPattern(pattern: string, subject: string, wildcard: Wildcard): boolean {
  if (pattern === '*') return true
  if (matchesParts(literalParts(pattern), subject, wildcard)) return true
  return pattern.endsWith(' *') && matchesParts(literalParts(pattern.slice(0, -2)), subject, wildcard)
}

/** What `*` matches in a rule for calls of this kind. Rules that deny or ask match more than rules that allow. */
export function wildcardOf(access: ToolAccess, action: 'allow' | 'ask' | 'deny'): Wildcard {
  return access === 'execute' && action === 'allow' ? 'no_shell_syntax' : 'anything'
}

/** The pattern that matches only this subject. */
export function exactPattern(subject: string): string {
  return subject.replaceAll(/[\\*]/g, '\\$&')
}

/** Whether the pattern contains no `*`, so that it matches one subject only. */
export function isExactPattern(pattern: string): boolean {
  return literalParts(pattern).length === 1
}

/** The literal texts between the wildcards of a pattern. */
function literalParts(pattern: string): readonly string[] {
  const parts = ['']
  for (const token of pattern.match(/\\?[^]/g) ?? []) {
    if (token === '*') parts.push('')
    else parts.push((parts.pop() ?? '') + (token.length > 1 ? token.slice(1) : token))
  }
  return parts
}

/**
 * Matches each part at its first possible position. That is sufficient because a gap ends at the first shell syntax: a
 * part that contains syntax has only one possible position, and for a part without syntax, a later position never
 * leaves more room for the next gap.
 */
function matchesParts(parts: readonly string[], subject: string, wildcard: Wildcard): boolean {
  const [first = '', ...others] = parts
  const last = others.pop()
  if (last === undefined) return subject === first
  if (!subject.startsWith(first)) return false
  let at = first.length
  for (const part of others) {
    const found = findText(subject, part, at)
    if (found === -1 || !isGap(subject, at, found, wildcard)) return false
    at = found + part.length
  }
  const end = subject.length - last.length
  return end >= at && subject.endsWith(last) && isGap(subject, at, end, wildcard)
}

function isGap(subject: string, from: number, to: number, wildcard: Wildcard): boolean {
  return wildcard === 'anything' || !SHELL_SYNTAX.test(subject.slice(from, to))
}

/**
 * Returns the index of the first occurrence of `part` in `text` at or after `from`; -1 if there is none. Runs in time
 * linear in both lengths for any input, which `indexOf` does not guarantee (Knuth-Morris-Pratt).
 */
function findText(text: string, part: string, from: number): number {
  if (part === '') return from
  const borders = bordersOf(part)
  let matched = 0
  for (let at = from; at < text.length; at++) {
    while (matched > 0 && text[at] !== part[matched]) matched = borders[matched - 1] ?? 0
    if (text[at] === part[matched]) matched++
    if (matched === part.length) return at - matched + 1
  }
  return -1
}

/** For each prefix of the text: the length of its longest proper prefix that is also its suffix. */
function bordersOf(part: string): readonly number[] {
  const borders = [0]
  let length = 0
  for (let at = 1; at < part.length; at++) {
    while (length > 0 && part[at] !== part[length]) length = borders[length - 1] ?? 0
    if (part[at] === part[length]) length++
    borders.push(length)
  }
  return borders
}
