/** One way in which a program says that its environment, and not the project, made it fail. */
export interface EnvironmentSign {
  readonly line: RegExp
  /** What is missing or in the way, from the match, for a user. */
  readonly cause: (match: RegExpExecArray) => string
}

const matched = (match: RegExpExecArray): string => match[0].trim()
const said = ([, text = '']: RegExpExecArray): string => text.trim()
const named =
  (text: string) =>
  ([, name = '']: RegExpExecArray): string =>
    `${text} ${name}`
const sign = (line: RegExp, cause: EnvironmentSign['cause'] = matched): EnvironmentSign => ({ line, cause })

/**
 * Before what a program says: white space, `E` (pytest), `#` (TAP), `[ERROR]` (Maven), `>` (Gradle), the class of an error, and
 * what says it. Nothing else may stand before it, because tests quote such texts: `expected 'ModuleNotFoundError: …'`.
 */
const START = String.raw`^(?:E|#|>|✘|×|⨯|\[ERROR\]|\[vite\])?\s*`
/** The class of an error of JavaScript with its code, as far as it is printed. */
const JS_ERROR = String.raw`(?:Uncaught )?(?:\w*Error(?: \[\w+\])?: )?(?:\[\w+\] )?(?:\[vite\] )?(?:Uncaught )?(?:\w*Error: )?`
/** What is between the class of an error and the error of the system. */
const at = (text: string): RegExp => new RegExp(`${START}${text}`, 'm')
const js = (text: string): RegExp => new RegExp(`${START}${JS_ERROR}${text}`, 'm')

/** Node, Bun, Deno, TypeScript, bundlers, and the package managers npm, pnpm and yarn. */
const JAVASCRIPT: readonly EnvironmentSign[] = [
  sign(js(String.raw`Cannot find package '((?![./])[^']+)'`), named('package not found:')),
  // The program itself, not a module that it imports.
  sign(js(String.raw`Cannot find module '([^'\n]+)'(?:\n.*){0,20}requireStack: \[\]`), named('no such file:')),
  // A model writes no compiled module.
  sign(js(String.raw`Cannot find module '([^'\n]+\.node)'`), named('native module not built:')),
  sign(js(String.raw`(No native build was found for .*)`), said),
  sign(js(String.raw`(Could not locate the bindings file)\.`), said),
  sign(js(String.raw`Cannot find module '((?![./])(?!node:)[^'\n]+)'`), named('module not found:')),
  sign(at(String.raw`error: Cannot find (?:package|module) "((?![./])[^"]+)"`), named('package not found:')),
  sign(js(String.raw`Failed to resolve import "((?![./@~])[^"]+)"`), named('package not found:')),
  sign(js(String.raw`Failed to load url ((?![./@~])\S+) \(resolved id:`), named('package not found:')),
  sign(
    /^\S+(?:\(\d+,\d+\)|:\d+:\d+)(?: -|:) error TS2307: Cannot find module '((?![./])[^']+)'/m,
    named('module not found:'),
  ),
  sign(/^error TS2688: Cannot find type definition file for '([^']+)'/m, named('no type definitions:')),
  sign(/^error: Relative import path "([^"\n]+)" not prefixed/m, named('package not found:')),
  sign(/^npm (?:ERR!|error) (Missing script: .*)$/m, said),
  sign(/^npm (?:ERR!|error) code ENOENT$/m, () => 'there is no package.json'),
  sign(/^npm (?:ERR!|error) code (?:EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ENOTCACHED)$/m, (match) =>
    noNetwork(match[0]),
  ),
  sign(/^npm (?:ERR!|error) (?:code )?(EACCES|EPERM|ENOSPC|EBADENGINE|EBADPLATFORM)\b.*$/m),
  sign(/^npm (?:ERR!|error) canceled due to missing packages.*$/m),
  sign(/^\s*ERR_PNPM_[A-Z_]+\s+.*/m),
  sign(/^\s*(?:ELIFECYCLE|WARN)?\s*Local package\.json exists, but node_modules missing.*/m),
  sign(/^(?:Internal|Usage) Error: .*The project you want to .* doesn't appear to have been installed.*/m),
  sign(/^(?:Internal|Usage) Error: Couldn't find the node_modules state file.*/m),
  sign(
    /^(?:error|Usage Error):? ?(?:Couldn't find a package\.json|Command "[^"]+" not found|Couldn't find a script named).*/m,
  ),
  sign(/^error: (?:Script not found|could not determine executable to run for package) .*/m),
  sign(/^Error: The (?:module|package) '[^']*\.node'\s*was compiled against a different.*/m),
  sign(js(String.raw`.*\.node: (?:cannot open shared object file|invalid ELF header).*`)),
  sign(/^browserType\.launch: (Executable doesn't exist at .*)/m, said),
  sign(/^(?:Error: )?(Could not find (?:Chrome|Chromium|Firefox|browser)\b.*)/m, said),
]

const PYTHON: readonly EnvironmentSign[] = [
  sign(/^(?:.*\/)?python[\d.]*(?:\.exe)?: No module named (\S+)$/m, named('no Python module')),
  sign(/^(?:E\s+)?ModuleNotFoundError: No module named '([^']+)'/m, named('no Python module')),
  sign(/^(?:E\s+)?ImportError: (lib\S+: cannot open shared object file.*)/m, said),
  sign(/^error: Failed to spawn: `?([^`\n]+)`?$/m, named('could not start')),
  sign(/^error: No virtual environment found.*/m),
  sign(/^error: (?:Failed to fetch:?|Request failed after|No interpreter found for) .*/m),
  sign(/^ERROR: (?:No matching distribution found for|Could not find a version that satisfies the requirement) .*/m),
  sign(
    /^(?:Command not found: \S+|Poetry could not find a pyproject\.toml.*|The current project could not be installed.*)$/m,
  ),
  sign(/^pytest: error: (unrecognized arguments: --\S+.*)/m, said),
  sign(/^ERROR: (?:file or directory not found|InvocationError for command .*could not find executable).*/m),
]

const GO_AND_RUST: readonly EnvironmentSign[] = [
  sign(/^\S+\.go:\d+:\d+: no required module provides package (\S+?);/m, named('no Go module provides')),
  sign(/^no required module provides package (\S+?);/m, named('no Go module provides')),
  sign(
    /^\S+\.go:\d+:\d+: (?:cannot find package|package) "?((?![./])\S+?)"? (?:in any of|is not in)\b/m,
    named('no Go package'),
  ),
  sign(/^go: (?:\S+: )?(?:cannot find main module.*|.*dial tcp.*|.*module lookup disabled.*)$/m),
  sign(/^go: (?:.*: missing go\.sum entry.*|inconsistent vendoring.*|.*requires go >= .*|errors parsing go\.mod.*)$/m),
  sign(/^\S+\.go:\d+:\d+: missing go\.sum entry .*/m),
  sign(/^(?:# \S+\s+)?cgo: C compiler "([^"]+)" not found/m, named('no C compiler:')),
  sign(
    /^error: (?:failed to (?:get|download|fetch|load source for dependency) .*|could not find `Cargo\.toml`.*|no matching package .*)$/m,
  ),
  sign(/^error: (?:linker `[^`]+` not found|toolchain '[^']+' is not installed|no such (?:sub)?command: `[^`]+`).*/m),
  sign(/^error: (?:package `[^`]+` cannot be built because it requires rustc|rustup could not choose a version).*/m),
  sign(/^(?:error: could not find system library|The system library) [`'][^`']+[`'] required by .*/m),
]

const JVM: readonly EnvironmentSign[] = [
  sign(/^(?:\[ERROR\]|\s*>|\*)(?: .*)? Could not resolve (?:all |dependencies |the dependencies |\S+:\S+:\S+).*/m),
  sign(/^(?:\[ERROR\]|\[FATAL\]).*Non-resolvable (?:parent POM|import POM).*/m),
  sign(/^\[ERROR\] .*Plugin \S+ or one of its dependencies could not be resolved.*/m),
  sign(/^\[ERROR\] .*The goal you specified requires a project to execute but there is no POM.*/m),
  sign(/^(?:> )?Could not determine the dependencies of task .*/m),
  sign(/^(?:ERROR: )?JAVA_HOME (?:is not set|is set to an invalid directory).*/m),
  sign(
    /^Error: Could not find or load main class (org\.gradle\.wrapper\S+|org\.apache\.maven\S+)/m,
    named('not installed:'),
  ),
  sign(/^(?:Error: Unable to access jarfile|no such file: gradle-wrapper) (.*)/m, named('no such file:')),
  sign(/^\[ERROR\] .*No compiler is provided in this environment.*/m),
  sign(/^\[ERROR\] .*(?:error: release version|invalid target release:|Unsupported class file major version) ?\d+.*/m),
  sign(/^Directory '[^']+' does not contain a Gradle build\.$/m),
]

const RUBY_AND_PHP: readonly EnvironmentSign[] = [
  sign(
    /^PHP (?:Fatal error|Warning): .*Failed opening required '([^']*vendor\/autoload\.php)'/m,
    named('not installed:'),
  ),
  sign(
    /^(?:PHP )?(?:Fatal error|Warning): .*Failed opening required '([^']*vendor\/autoload\.php)'/m,
    named('not installed:'),
  ),
  sign(/^Could not open input file: (.*)$/m, named('no such file:')),
  sign(
    /^(?:Composer could not find a composer\.json file|Your lock file does not contain a compatible set|Root composer\.json requires PHP extension).*/m,
  ),
  sign(
    /^(?:Bundler::GemNotFound: )?(?:Could not find .* in (?:any of the sources|locally installed gems)|Could not locate Gemfile).*/m,
  ),
  sign(/^Your Ruby version is .*, but your Gemfile specified .*/m),
  sign(/^(?:bundler: (?:command not found|failed to load command): ?\S+)/m),
  sign(/^(?:\S+:in [`'][^`'\n]*': )?(?:LoadError: )?cannot load such file -- ((?![./])\S+)/m, named('no Ruby library')),
  sign(/^rake aborted!\n(?:LoadError: )?cannot load such file -- ((?![./])\S+)/m, named('no Ruby library')),
]

/** What shells, `make`, the loader of programs and `docker` say. */
const PROGRAMS: readonly EnvironmentSign[] = [
  sign(
    /^(?:\/\S*\/)?(?:ba|da|z|k)?sh: (?:line )?(?:\d+: )?([^:\s]+): (?:command )?not found$/m,
    named('command not found:'),
  ),
  sign(/^zsh:(?:\d+:)? command not found: (\S+)$/m, named('command not found:')),
  sign(/^(?:\/usr\/bin\/)?env: [‘'"]?([^’'":\n]+)[’'"]?: No such file or directory$/m, named('command not found:')),
  sign(
    /^(?:\/\S*\/)?(?:ba|da|z|k)?sh: (?:line )?(?:\d+: )?(\S+): (?:\S+: )?bad interpreter: .*/m,
    named('no interpreter for'),
  ),
  sign(
    /^(?:\/\S*\/)?(?:ba|da|z|k)?sh: (?:line )?(?:\d+: )?([^:\s]+): Permission denied$/m,
    named('permission denied:'),
  ),
  sign(/^(?:\/\S*\/)?(?:ba|da|z|k)?sh: .*(?:cannot execute binary file|Exec format error).*/m),
  sign(/^(?:[^\s:]+: )?error while loading shared libraries: (\S+)/m, named('shared library not found:')),
  sign(/^\S+: \S*: version [`'](?:GLIBC|GLIBCXX|CXXABI)_[\d.]+' not found.*/m),
  sign(/^g?make(?:\[\d+\])?: \*\*\* No (?:rule to make target .*|targets specified.*)$/m),
  sign(/^g?make(?:\[\d+\])?: ([^:\s]+): No such file or directory$/m, named('command not found:')),
  sign(/^g?make(?:\[\d+\])?: \*\*\* .*Error 127$/m),
  sign(/^(?:ERROR: )?(?:Cannot connect to the Docker daemon|error during connect: .*docker).*/im),
]

const noNetwork = (text: string): string => `no network: ${text.trim()}`
const PORT_IN_USE = 'port in use: '
const portInUse = (text: string): string => `${PORT_IN_USE}${text.trim()}`
const NO_SPACE = 'no space: '
const noSpace = (text: string): string => `${NO_SPACE}${text.trim()}`

/**
 * Whether such a cause comes and goes by itself, so that a test which could start before may meet it now: another program has
 * the port, or fills the disk.
 */
export const isPassingCause = (cause: string): boolean => cause.startsWith(PORT_IN_USE) || cause.startsWith(NO_SPACE)

/** What is in the way although everything is installed: no network, a port that is used, rights, memory, the disk. */
const SYSTEM: readonly EnvironmentSign[] = [
  sign(js(String.raw`(?:getaddrinfo (?:EAI_AGAIN|ENOTFOUND) .*|connect (?:ENETUNREACH|EHOSTUNREACH) .*)`), (match) =>
    noNetwork(match[0]),
  ),
  sign(
    /^(?:curl: \(\d+\) |fatal: .*|ssh: |wget: |Err:\d+ )(Could not resolve host.*|unable to (?:access|resolve).*)/m,
    (match) => noNetwork(match[0]),
  ),
  sign(
    /^(?:E\s+)?[\w.]*(?:[eE]rror|Exception): .*(?:Temporary failure in name resolution|Name or service not known|Network is unreachable).*/m,
    (match) => noNetwork(match[0]),
  ),
  sign(
    /^\s*\S+_test\.go:\d+: (?:\w+ "[^"]*": )?dial tcp.*(?:no such host|network is unreachable|server misbehaving).*/m,
    (match) => noNetwork(match[0]),
  ),
  sign(/^(?:Caused by: )?java\.net\.(?:UnknownHostException|NoRouteToHostException): .*/m, (match) =>
    noNetwork(match[0]),
  ),
  sign(js(String.raw`listen (EADDRINUSE): address already in use (\S+)`), ([, , port = '']) => portInUse(port)),
  sign(
    /^(?:E\s+)?(?:OSError|\[Errno 98\]|java\.net\.BindException|Caused by: java\.net\.BindException): ?.*Address already in use.*/m,
    (match) => portInUse(match[0]),
  ),
  sign(/^(?:Error: )?.*: bind: address already in use$/m, (match) => portInUse(match[0])),
  sign(js(String.raw`(?:EACCES|EPERM): .*, (?:open|mkdir|unlink|rename|scandir|listen) .*`)),
  sign(/^(?:E\s+)?PermissionError: \[Errno 13\] .*/m),
  sign(js(String.raw`ENOSPC: .*`), (match) => noSpace(match[0])),
  sign(/^(?:.*: )?No space left on device$/m, (match) => noSpace(match[0])),
  sign(/^FATAL ERROR: .*JavaScript heap out of memory$/m),
  sign(/^(?:Exception in thread .*)?java\.lang\.OutOfMemoryError: .*/m),
  sign(/^(?:E\s+)?MemoryError$/m),
  sign(/^fatal error: runtime: out of memory$/m),
]

/** The forms in which programs name a failure of their environment, the more specific ones first. */
export const ENVIRONMENT_SIGNS: readonly EnvironmentSign[] = [
  ...JAVASCRIPT,
  ...PYTHON,
  ...GO_AND_RUST,
  ...JVM,
  ...RUBY_AND_PHP,
  ...PROGRAMS,
  ...SYSTEM,
]

/** What runners print of an assertion that failed. A test that asserts something has started. */
export const ASSERTIONS: readonly RegExp[] = [
  /^\s*(?:E\s+)?(?:Uncaught )?AssertionError\b/m,
  /\bERR_ASSERTION\b/,
  /^E\s+assert\b/m,
  /^\s*expect\(.*\)\.\S+\(/m,
  /^\s*Expected: .*\n\s*Received: /m,
  /^thread '.*' \(?.*panicked at /m,
  /^\s*assertion .*failed/m,
  /\b(?:org\.opentest4j\.AssertionFailedError|java\.lang\.AssertionError|org\.junit\.ComparisonFailure)\b/,
  /^\s*Failure\/Error: /m,
  /^\s*(?:\d+\) )?Failure:$/m,
  /^Failed asserting that /m,
  /^FAILED \S+::\S+ - (?:assert\b|AssertionError)/m,
]
