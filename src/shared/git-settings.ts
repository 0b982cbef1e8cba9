/**
 * Settings of git that replace those of a repository, so that git starts no program which the repository names: hooks,
 * the monitor of files, pagers, the programs for signatures, and git itself in submodules. Source: git-config(1).
 */
const SETTINGS: Readonly<Record<string, string>> = {
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.pager': 'cat',
  'core.alternateRefsCommand': 'false',
  'log.showSignature': 'false',
  'gpg.program': 'false',
  'gpg.openpgp.program': 'false',
  'gpg.x509.program': 'false',
  'gpg.ssh.program': 'false',
  'gpg.ssh.defaultKeyCommand': 'false',
  'status.submoduleSummary': 'false',
  'diff.submodule': 'short',
  'diff.ignoreSubmodules': 'dirty',
  'submodule.recurse': 'false',
}

/**
 * Variables for git. The settings in them override those of every file; nothing is fetched for a partial clone. Filters and drivers of attributes have names that a repository chooses, so that
 * they are not among them. Source: `ENVIRONMENT VARIABLES` in git(1).
 */
export const GIT_VARIABLES: Readonly<Record<string, string>> = {
  GIT_CONFIG_COUNT: String(Object.keys(SETTINGS).length),
  ...Object.fromEntries(
    Object.entries(SETTINGS).flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ),
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
}

/** The settings of filters, as an extended regular expression for `git config --get-regexp`. Their names are in no list. */
export const FILTER_SETTINGS = String.raw`^filter\..*\.(clean|smudge|process|required)$`

/** Returns variables for git that also switch off these settings of filters: contents are then read as they are. */
export function withoutFilters(names: readonly string[]): Readonly<Record<string, string>> {
  const first = Object.keys(SETTINGS).length
  const settings = names.flatMap((name, index) => [
    [`GIT_CONFIG_KEY_${first + index}`, name] as const,
    [`GIT_CONFIG_VALUE_${first + index}`, name.endsWith('.required') ? 'false' : ''] as const,
  ])
  return { ...GIT_VARIABLES, ...Object.fromEntries(settings), GIT_CONFIG_COUNT: String(first + names.length) }
}
