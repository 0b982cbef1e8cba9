import { isHarmlessFilter } from './offer-patterns.ts'
import { splitCommand } from './split-command.ts'

/** Subcommands that only look. Source: the pages of git(1). */
const LOOKS = new Set(
  'status diff log show rev-parse rev-list ls-files ls-tree describe merge-base blame shortlog grep cat-file name-rev diff-tree diff-index diff-files for-each-ref'.split(
    ' ',
  ),
)

/**
 * Settings of a repository that would start programs while git only looks, switched off: git-config(1), `core.hooksPath`,
 * `core.fsmonitor`, `core.pager`, `log.showSignature` (starts gpg); GIT_OPTIONAL_LOCKS and GIT_NO_LAZY_FETCH in git(1).
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
 * Variables for a command line in addition to the usual ones. A line in which git only looks (its output perhaps
 * shortened) gets those under which git starts no hook, monitor, pager or gpg of the repository.
 */
export function commandEnvironment(line: string): Readonly<Record<string, string>> {
  const commands = splitCommand(line) ?? []
  const looks = commands.filter(({ words: [program, subcommand = ''] }) => program === 'git' && LOOKS.has(subcommand))
  const isOnlyThat = commands.every((command) => looks.includes(command) || isHarmlessFilter(command.text))
  return looks.length > 0 && isOnlyThat ? QUIET_GIT : {}
}
