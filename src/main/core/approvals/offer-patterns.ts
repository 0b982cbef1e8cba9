import type { ToolAccess } from '../../../shared/tool-access.ts'
import { exactPattern } from './match-pattern.ts'
import { mayOfferWildcard, riskyOptions } from './risky-programs.ts'
import { type SimpleCommand, splitCommand } from './split-command.ts'

/** Most patterns offered for one question. */
const MAX_OFFERED = 4

/**
 * Returns the patterns to offer for a lasting answer, narrowest first: the exact subject, then wider patterns. For a
 * line of several commands, each wider pattern covers one of them.
 */
export function offeredPatterns(subject: string, access: ToolAccess): readonly string[] {
  if (access === 'mail') return [recipientPattern(subject)]
  return [...new Set([exactPattern(subject), ...widerPatterns(subject, access)])].slice(0, MAX_OFFERED)
}

/** The pattern for all mail to one agent. The subject begins with the recipient's id. */
function recipientPattern(subject: string): string {
  return `${exactPattern(subject.split(' ', 1)[0] ?? '')} *`
}

function widerPatterns(subject: string, access: ToolAccess): readonly string[] {
  if (access === 'execute') return (splitCommand(subject) ?? []).flatMap((command) => commandPattern(command) ?? [])
  if (access === 'network') return /^https?:\/\/[^/]+\//.exec(subject)?.map((start) => `${exactPattern(start)}*`) ?? []
  const folder = subject.slice(0, subject.lastIndexOf('/') + 1)
  return folder === '' || folder === '/' ? [] : [`${exactPattern(folder)}*`]
}

/**
 * `git status -s` → `git status *`, `ls -l` → `ls *`. Null where `*` would permit writing any file or running any
 * program.
 */
function commandPattern({ plain, words }: SimpleCommand): string | null {
  const [, program, verb = ''] = /^([\w.+/-]+)(?= |$)( [a-z][\w:-]*(?= |$))?/.exec(plain) ?? []
  if (program === undefined || isHarmlessFilter(plain) || riskyOptions(words).length > 0) return null
  return mayOfferWildcard(program, verb.trim()) ? `${program}${verb} *` : null
}

/** Whether a command only shortens its piped input, as `tail -5` and `wc -l` do, and names no file. */
export function isHarmlessFilter(command: string): boolean {
  return /^(head|tail|wc)( -\w+| \d+)*$/.test(command)
}
