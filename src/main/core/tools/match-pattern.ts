import type { ToolAccess } from '../../../shared/tool-access.ts'
import { findText } from './find-text.ts'

/** Everything by which a shell begins another command, redirects, or puts something else into the words. */
const SHELL_SYNTAX = /[;&|<>`$(){}\n\r\\]/

/** What `*` stands for: anything, or (in a command that a rule allows) anything but shell syntax. */
export type Wildcard = 'anything' | 'no_shell_syntax'

/**
 * Whether a call's subject matches a rule's pattern. `*` stands for anything, `\` takes the next character literally,
 * and the whole subject must match; `git status *` matches `git status` too.
 *
 * Where a command is allowed `*` must not stand for shell syntax (`no_shell_syntax`): a rule for `git status *` must not
 * let `git status; rm -rf .` pass. A pattern that is just `*` is everything. The time is linear in both lengths.
 */
export function matchesPattern(pattern: string, subject: string, wildcard: Wildcard): boolean {
  if (pattern === '*') return true
  if (matchesParts(literalParts(pattern), subject, wildcard)) return true
  return pattern.endsWith(' *') && matchesParts(literalParts(pattern.slice(0, -2)), subject, wildcard)
}

/** What `*` stands for in a rule about calls of this kind. Rules that forbid or ask reach further than those that allow. */
export function wildcardOf(access: ToolAccess, action: 'allow' | 'ask' | 'deny'): Wildcard {
  return access === 'execute' && action === 'allow' ? 'no_shell_syntax' : 'anything'
}

/** The pattern that matches this one subject. */
export function exactPattern(subject: string): string {
  return subject.replaceAll(/[\\*]/g, '\\$&')
}

/** There is no `*` in it: it is about one subject. */
export function isExactPattern(pattern: string): boolean {
  return literalParts(pattern).length === 1
}

/** The text between the stars of a pattern. */
function literalParts(pattern: string): readonly string[] {
  const parts = ['']
  for (const token of pattern.match(/\\?[^]/g) ?? []) {
    if (token === '*') parts.push('')
    else parts.push((parts.pop() ?? '') + (token.length > 1 ? token.slice(1) : token))
  }
  return parts
}

/**
 * Takes the first place of every part. That is enough, because a gap ends at the first shell syntax: a part with syntax
 * in it has one possible place, and for a part without any, a later place leaves the next gap nothing that the first did
 * not leave it.
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
