import { FILTER_SETTINGS, GIT_VARIABLES } from '../../../shared/git-settings.ts'
import { splitCommand } from './split-command.ts'

const DIFFERENCES = '--no-ext-diff --no-textconv --ignore-submodules=dirty --submodule=short'

/**
 * Subcommands that only read, with the options by which they start no program that attributes name, and no git in a
 * submodule, which has settings of its own. Source: the manual pages of git(1).
 */
const READING_GIT: Readonly<Record<string, string>> = {
  status: '--ignore-submodules=dirty',
  diff: DIFFERENCES,
  log: DIFFERENCES,
  show: DIFFERENCES,
  'diff-tree': DIFFERENCES,
  'diff-index': DIFFERENCES,
  'diff-files': DIFFERENCES,
  blame: '--no-textconv',
  grep: '--no-textconv',
  ...Object.fromEntries(
    'rev-parse rev-list ls-files ls-tree describe merge-base shortlog cat-file name-rev for-each-ref'
      .split(' ')
      .map((name) => [name, '']),
  ),
}

/**
 * A shell function in place of git, in one line, so that messages of bash name the same lines. The filters of the
 * repository are switched off one by one, because their names are its own. The variables are in front of the call and
 * not in the environment of the whole line, where an assignment would replace them.
 */
const QUIET_GIT = [
  'git() (',
  `case "$1" in ${Object.entries(READING_GIT)
    .map(([name, options]) => `${name}) set -- "$1" ${options} "\${@:2}";;`)
    .join(' ')}`,
  '*) exec git "$@";; esac;',
  ...Object.entries({ ...GIT_VARIABLES, GIT_OPTIONAL_LOCKS: '0' }).map(([name, value]) => `export ${name}=${value};`),
  String.raw`while IFS= read -rd '' REPLY; do export "GIT_CONFIG_KEY_$GIT_CONFIG_COUNT=$REPLY" "GIT_CONFIG_VALUE_$GIT_CONFIG_COUNT=";`,
  String.raw`case "$REPLY" in *.required) export "GIT_CONFIG_VALUE_$GIT_CONFIG_COUNT=false";; esac;`,
  String.raw`GIT_CONFIG_COUNT=$((GIT_CONFIG_COUNT + 1)); done`,
  `< <(command git config -z --name-only --get-regexp '${FILTER_SETTINGS}' </dev/null);`,
  'exec git "$@"; )',
].join(' ')

/**
 * Returns a command line as it runs outside the sandbox. Where it reads with git, no hook, filter, driver, monitor, pager
 * or other program that the folder names is started by that. Other commands of the line are unchanged.
 */
export function outsideLine(line: string): string {
  const commands = splitCommand(line) ?? []
  const reads = commands.some(
    ({ words: [program, name = ''] }) => program === 'git' && Object.hasOwn(READING_GIT, name),
  )
  return reads ? `${QUIET_GIT}; ${line}` : line
}
