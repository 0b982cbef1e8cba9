import type { ToolAccess } from '../../../shared/tool-access.ts'
import { exactPattern } from './match-pattern.ts'
import { mayOfferWildcard, riskyOptions } from './risky-programs.ts'
import { type SimpleCommand, splitCommand } from './split-command.ts'

/** More than these are no help. */
const MAX_OFFERED = 4

/**
 * What to offer a person who wants an answer to last, narrowest first: this very subject, then wider patterns. For a
 * line of several commands each of these is about one of them.
 */
export function offeredPatterns(subject: string, access: ToolAccess): readonly string[] {
  if (access === 'mail') return [recipientPattern(subject)]
  return [...new Set([exactPattern(subject), ...widerPatterns(subject, access)])].slice(0, MAX_OFFERED)
}

/** All mail to one agent: the subject begins with its id. */
function recipientPattern(subject: string): string {
  return `${exactPattern(subject.split(' ', 1)[0] ?? '')} *`
}

function widerPatterns(subject: string, access: ToolAccess): readonly string[] {
  if (access === 'execute') return (splitCommand(subject) ?? []).flatMap((command) => commandPattern(command) ?? [])
  if (access === 'network') return /^https?:\/\/[^/]+\//.exec(subject)?.map((start) => `${exactPattern(start)}*`) ?? []
  const folder = subject.slice(0, subject.lastIndexOf('/') + 1)
  return folder === '' || folder === '/' ? [] : [`${exactPattern(folder)}*`]
}

/** `git status -s` → `git status *`, `ls -l` → `ls *`. Null where a `*` would stand for writing or running anything. */
function commandPattern({ plain, words }: SimpleCommand): string | null {
  const [, program, verb = ''] = /^([\w.+/-]+)(?= |$)( [a-z][\w:-]*(?= |$))?/.exec(plain) ?? []
  if (program === undefined || isHarmlessFilter(plain) || riskyOptions(words).length > 0) return null
  return mayOfferWildcard(program, verb.trim()) ? `${program}${verb} *` : null
}

/** Shortens what comes through a pipe and can do nothing else: `tail -5`, `wc -l`. It names no file. */
export function isHarmlessFilter(command: string): boolean {
  return /^(head|tail|wc)( -\w+| \d+)*$/.test(command)
}
