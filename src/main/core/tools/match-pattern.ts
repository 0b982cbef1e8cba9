import type { ToolAccess } from '../../../shared/tool-access.ts'

/** Everything by which a shell begins another command, redirects, or puts something else into the words. */
const SHELL_SYNTAX = '[^;&|<>`$(){}\\n\\r\\\\]*'
const ANYTHING = '[^]*'

/**
 * Whether a call's subject matches a rule's pattern. `*` stands for anything, `\` takes the next character literally,
 * and the whole subject must match; `git status *` matches `git status` too.
 *
 * In a command `*` never stands for shell syntax: a rule for `git status *` must not let `git status; rm -rf .` pass.
 * A pattern that is just `*` is everything.
 */
export function matchesPattern(pattern: string, subject: string, access: ToolAccess): boolean {
  if (pattern === '*') return true
  const wildcard = access === 'execute' ? SHELL_SYNTAX : ANYTHING
  const [stem, isOpen] = pattern.endsWith(' *') ? [pattern.slice(0, -2), true] : [pattern, false]
  const tail = isOpen ? `( ${wildcard})?` : ''
  return new RegExp(`^${expression(stem, wildcard)}${tail}$`, 'u').test(subject)
}

/** The pattern that matches this one subject. */
export function exactPattern(subject: string): string {
  return subject.replaceAll(/[\\*]/g, '\\$&')
}

function expression(pattern: string, wildcard: string): string {
  return pattern.replaceAll(/\\?[^]/gu, (part) => (part === '*' ? wildcard : literal(part)))
}

function literal(part: string): string {
  const character = part.length > 1 && part.startsWith('\\') ? part.slice(1) : part
  return character.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')
}
