import { visibleText } from '../../../../shared/visible-text.ts'

const MAX_LINES = 3
const MAX_WORDS = 300
const TELLING =
  /error|exception|missing|required|invalid|cannot|can't|could not|unable|denied|refused|not found|no such|fail/i
/** Lines of stack traces and of package managers that say nothing to a user. */
const NOISE = /^\s*at .+:\d+|^Node\.js v\d|^npm (err!|error) (a complete log|code|errno)|^\s*[\^~]+\s*$/i

/** Returns those of a program's last words that may explain why it ended, in one line; empty: there are none. */
export function tellingLines(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !NOISE.test(line))
  const last = lines.slice(-12)
  const at = last.findIndex((line) => TELLING.test(line))
  const told = at < 0 ? last.slice(-1) : last.slice(at, at + MAX_LINES)
  return visibleText(told.join(' / '), 'shown').slice(0, MAX_WORDS)
}
