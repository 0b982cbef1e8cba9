import type { ToolAccess } from '../../../shared/tool-access.ts'
import { exactPattern } from './match-pattern.ts'
import { harmlessName, isHarmless } from './harmless-programs.ts'
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

/** Returns the patterns to offer for later effects of commands: for the one path, and for all in the folder of all paths. */
export function effectPatterns(paths: readonly string[]): readonly string[] {
  const [first = '', ...others] = paths
  let folder = first.slice(0, first.lastIndexOf('/') + 1)
  while (!others.every((path) => path.startsWith(folder)))
    folder = folder.slice(0, folder.slice(0, -1).lastIndexOf('/') + 1)
  const wide = folder === '' || folder === '/' ? [] : [`${exactPattern(folder)}*`]
  return others.length === 0 ? [exactPattern(first), ...wide] : wide
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

/** `git status -s` → `git status *`, `ls -l` → `ls *`. Null where it is not certain that the program only reads. */
function commandPattern({ plain, words, assignments }: SimpleCommand): string | null {
  const name = harmlessName(words)
  const isPlain = name !== null && assignments.length === 0 && (plain === name || plain.startsWith(`${name} `))
  return isPlain && !isHarmlessFilter(plain) && isHarmless(words) ? `${name} *` : null
}

/** Whether a command only shortens its piped input, as `tail -5` and `wc -l` do, and names no file. */
export function isHarmlessFilter(command: string): boolean {
  return /^(head|tail|wc)( -\w+| \d+)*$/.test(command)
}
