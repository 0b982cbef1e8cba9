/** Variables as a process was started with them. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * What programs that tools start get of this process's environment: where things are, the language and the user. No
 * name in it is one under which a secret is kept.
 */
const TOOL_VARIABLES: ReadonlySet<string> = new Set(
  [
    'PATH HOME USER LOGNAME SHELL LANG LANGUAGE TERM TZ TMPDIR TMP TEMP',
    'XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME XDG_RUNTIME_DIR',
    'SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS',
    // Folders of compilers and interpreters that are not found without them.
    'JAVA_HOME GOPATH CARGO_HOME RUSTUP_HOME NVM_DIR VIRTUAL_ENV',
    // Windows
    'SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT OS USERNAME USERPROFILE HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA',
    'PROGRAMDATA PROGRAMFILES PROGRAMFILES(X86) PROGRAMW6432 COMMONPROGRAMFILES PROCESSOR_ARCHITECTURE',
    'NUMBER_OF_PROCESSORS',
  ].flatMap((line) => line.split(' ')),
)

/** Nobody is there to answer a question or to turn pages. */
const QUIET = { TERM: 'dumb', NO_COLOR: '1', PAGER: 'cat', GIT_PAGER: 'cat', GIT_TERMINAL_PROMPT: '0' }

/**
 * The environment of programs that tools start and of tool servers: the variables of `TOOL_VARIABLES`, `LC_*`, and those
 * in `named`, which the user lists in config.json. (A program of the same user can still read what that user can read.)
 */
export function toolEnvironment(environment: Environment, named: readonly string[]): Readonly<Record<string, string>> {
  const entries = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && (isToolVariable(name) || named.includes(name)) ? [[name, value] as const] : [],
  )
  return { ...Object.fromEntries(entries), ...QUIET }
}

/** Windows spells names in any case: `Path`. */
export function isToolVariable(name: string): boolean {
  const upper = name.toUpperCase()
  return TOOL_VARIABLES.has(upper) || upper.startsWith('LC_')
}
