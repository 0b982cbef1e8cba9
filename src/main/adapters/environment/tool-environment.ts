/** The variables that a process was started with. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Variables of this process that are passed to programs that tools start: paths, the language and the user. None of
 * them is a usual name for a secret.
 */
const TOOL_VARIABLES: ReadonlySet<string> = new Set(
  [
    'PATH HOME USER LOGNAME SHELL LANG LANGUAGE TERM TZ TMPDIR TMP TEMP',
    'XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME XDG_RUNTIME_DIR',
    'SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS',
    // Folders that compilers and interpreters cannot be found without.
    'JAVA_HOME GOPATH CARGO_HOME RUSTUP_HOME NVM_DIR VIRTUAL_ENV',
    // Windows
    'SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT OS USERNAME USERPROFILE HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA',
    'PROGRAMDATA PROGRAMFILES PROGRAMFILES(X86) PROGRAMW6432 COMMONPROGRAMFILES PROCESSOR_ARCHITECTURE',
    'NUMBER_OF_PROCESSORS',
  ].flatMap((line) => line.split(' ')),
)

/** Settings for programs without a user who could answer a question or turn pages. */
const QUIET = { TERM: 'dumb', NO_COLOR: '1', PAGER: 'cat', GIT_PAGER: 'cat', GIT_TERMINAL_PROMPT: '0' }

/**
 * The environment of programs that tools start and of tool servers: the variables of `TOOL_VARIABLES`, `LC_*`, and
 * those in `named`, which the user lists in config.json. (A program of the same user can still read what that user can
 * read.)
 */
export function toolEnvironment(environment: Environment, named: readonly string[]): Readonly<Record<string, string>> {
  return { ...withVariables(environment, (name) => isToolVariable(name) || named.includes(name)), ...QUIET }
}

/** What programs with a window, and git over ssh, need besides the variables of tools. */
const DESKTOP_VARIABLES: ReadonlySet<string> = new Set(
  'DISPLAY WAYLAND_DISPLAY XAUTHORITY DBUS_SESSION_BUS_ADDRESS XDG_SESSION_TYPE SSH_AUTH_SOCK'.split(' '),
)

/** The environment of programs that the user works with: the editor and the shell. It contains no keys either. */
export function programEnvironment(
  environment: Environment,
  named: readonly string[] = [],
): Readonly<Record<string, string>> {
  return withVariables(
    environment,
    (name) => isToolVariable(name) || DESKTOP_VARIABLES.has(name.toUpperCase()) || named.includes(name),
  )
}

/** What git and the programs of code hosts need to reach a host with the user's account. */
const PUBLISHING_VARIABLES: ReadonlySet<string> = new Set(
  [
    'SSH_AGENT_PID GIT_ASKPASS SSH_ASKPASS HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY',
    'GH_TOKEN GITHUB_TOKEN GH_ENTERPRISE_TOKEN GITHUB_ENTERPRISE_TOKEN GH_HOST GH_CONFIG_DIR',
    'GITLAB_TOKEN GITLAB_ACCESS_TOKEN GITLAB_HOST GL_HOST GLAB_CONFIG_DIR',
  ].flatMap((line) => line.split(' ')),
)

/** The environment of git and of `gh` and `glab` when a user publishes: with tokens of code hosts, without keys of providers. */
export function publishingEnvironment(environment: Environment): Readonly<Record<string, string>> {
  const isPassed = (name: string): boolean => PUBLISHING_VARIABLES.has(name.toUpperCase())
  return { ...programEnvironment(environment), ...withVariables(environment, isPassed), ...QUIET }
}

function withVariables(environment: Environment, isPassed: (name: string) => boolean): Record<string, string> {
  const entries = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && isPassed(name) ? [[name, value] as const] : [],
  )
  return Object.fromEntries(entries)
}

/** Compares names without regard to case, because Windows does: `Path`. */
export function isToolVariable(name: string): boolean {
  const upper = name.toUpperCase()
  return TOOL_VARIABLES.has(upper) || upper.startsWith('LC_')
}
