import { isHarmlessFilter } from './offer-patterns.ts'
import { splitCommand } from './split-command.ts'

/** Subcommands that only read. Source: the manual pages of git(1). */
const LOOKS = new Set(
  'status diff log show rev-parse rev-list ls-files ls-tree describe merge-base blame shortlog grep cat-file name-rev diff-tree diff-index diff-files for-each-ref'.split(
    ' ',
  ),
)

/**
 * Overrides for repository settings that make a read-only git command start programs: `core.hooksPath`,
 * `core.fsmonitor`, `core.pager`, `log.showSignature` (starts gpg) in git-config(1); GIT_OPTIONAL_LOCKS and
 * GIT_NO_LAZY_FETCH in git(1).
 */
const SETTINGS = {
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.pager': 'cat',
  'log.showSignature': 'false',
}

const QUIET_GIT: Readonly<Record<string, string>> = {
  GIT_CONFIG_COUNT: String(Object.keys(SETTINGS).length),
  ...Object.fromEntries(
    Object.entries(SETTINGS).flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ),
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
}

/**
 * Returns additional environment variables for a command line. A line that only reads with git (and perhaps shortens
 * the output) gets variables that keep git from starting hooks, monitors, pagers or gpg configured by the repository.
 */
export function commandEnvironment(line: string): Readonly<Record<string, string>> {
  const commands = splitCommand(line) ?? []
  const looks = commands.filter(({ words: [program, subcommand = ''] }) => program === 'git' && LOOKS.has(subcommand))
  const isOnlyThat = commands.every((command) => looks.includes(command) || isHarmlessFilter(command.text))
  return looks.length > 0 && isOnlyThat ? QUIET_GIT : {}
}
