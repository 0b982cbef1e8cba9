import type { TestCounts } from '../../../shared/race.ts'
import { plainText } from './test-report.ts'

/** How a test command ended, as far as it says whether its environment was there. */
export interface EndedTest {
  readonly output: string
  /** Null: it did not exit by itself. */
  readonly exitCode: number | null
  readonly counts: TestCounts | null
}

/** One way in which runners and package managers say that something is not installed. */
interface Sign {
  readonly line: RegExp
  /** What is missing, from the match. */
  readonly cause: (match: RegExpExecArray) => string
}

const matched = (match: RegExpExecArray): string => match[0].trim()
const named =
  (text: string) =>
  ([, name = '']: RegExpExecArray): string =>
    `${text} ${name}`

/**
 * A module with a relative or absolute path is a file of the project, which an attempt may be asked to write, so that only
 * names of packages count.
 */
const SIGNS: readonly Sign[] = [
  // Node, Bun, TypeScript, bundlers
  { line: /Cannot find package '((?![./])[^']+)'/, cause: named('package not found:') },
  { line: /Cannot find module '((?![./])(?!node:)[^'\n]+)'/, cause: named('module not found:') },
  { line: /error: Cannot find (?:package|module) "((?![./])[^"]+)"/, cause: named('package not found:') },
  // The program itself, not a module that it imports.
  { line: /Cannot find module '([^'\n]+)'(?:\n.*){0,20}requireStack: \[\]/, cause: named('no such file:') },
  { line: /Failed to resolve import "((?![./@~])[^"]+)"/, cause: named('package not found:') },
  { line: /^npm (?:ERR!|error) (Missing script: .*)$/m, cause: ([, text = '']) => text },
  { line: /^npm (?:ERR!|error) code ENOENT$/m, cause: () => 'there is no package.json' },
  { line: /ERR_PNPM_[A-Z_]+\s+(.*)/, cause: matched },
  {
    line: /The project you want to .* doesn't appear to have been installed|Couldn't find the node_modules state file/,
    cause: matched,
  },
  // Python
  { line: /^(?:.*\/)?python[\d.]*(?:\.exe)?: No module named (\S+)$/m, cause: named('no Python module') },
  { line: /^E?\s*ModuleNotFoundError: No module named '([^']+)'$/m, cause: named('no Python module') },
  { line: /^error: Failed to spawn: `?([^`\n]+)`?$/m, cause: named('could not start') },
  // Go, Rust
  { line: /no required module provides package (\S+?);/, cause: named('no Go module provides') },
  { line: /^go: (?:\S+: )?(?:cannot find main module.*|.*dial tcp.*|.*module lookup disabled.*)$/m, cause: matched },
  {
    line: /^error: (?:failed to (?:get|download|fetch|load source for dependency) .*|could not find `Cargo\.toml`.*|no matching package .*)$/m,
    cause: matched,
  },
  // Maven, Gradle
  { line: /Could not resolve (?:all |dependencies |the dependencies )?.*/, cause: matched },
  { line: /Non-resolvable (?:parent POM|import POM).*/, cause: matched },
  { line: /Could not determine the dependencies of task .*/, cause: matched },
  // PHP, Ruby
  { line: /Failed opening required '([^']*vendor\/autoload\.php)'/, cause: named('not installed:') },
  {
    line: /(?:Could not find .* in (?:any of the sources|locally installed gems)|Could not locate Gemfile).*/,
    cause: matched,
  },
  { line: /cannot load such file -- ((?![./])\S+)/, cause: named('no Ruby library') },
  // Programs and shared libraries
  { line: /error while loading shared libraries: (\S+)/, cause: named('shared library not found:') },
  { line: /^make: \*\*\* No (?:rule to make target .*|targets specified.*)$/m, cause: matched },
]

/** What the shell says when the program of a command line is not there. */
const NO_PROGRAM: readonly RegExp[] = [
  /^(?:.*: )?(?:line \d+: )?([^:\n]+): (?:command not found|not found)$/m,
  /^(?:.*: )?(?:line \d+: )?([^:\n]+): No such file or directory$/m,
  /^env: [‘'"]?([^’'":\n]+)[’'"]?: No such file or directory$/m,
]
/** Exit codes of shells: the program cannot be executed, or was not found. */
const NOT_EXECUTABLE = 126
const NOT_FOUND = 127

/**
 * Returns what a test command lacked to start at all, for a user; null: it started, whatever its result. Tests that passed
 * show that the environment is there.
 */
export function missingEnvironment({ output, exitCode, counts }: EndedTest): string | null {
  if (exitCode === 0 || (counts?.passed ?? 0) > 0) return null
  const text = plainText(output)
  if (exitCode === NOT_FOUND || exitCode === NOT_EXECUTABLE) {
    const program = NO_PROGRAM.map((line) => line.exec(text)?.[1]).find((name) => name !== undefined)
    if (program !== undefined) return `command not found: ${program.trim()}`
    const last = text.trimEnd().split('\n').at(-1)?.trim() ?? ''
    return last === '' ? `exit code ${exitCode}: the command could not be run` : last
  }
  if (exitCode === null) return null
  for (const { line, cause } of SIGNS) {
    const match = line.exec(text)
    if (match !== null) return cause(match).slice(0, MAX_CAUSE)
  }
  const file = NO_FILE.exec(text)
  return counts === null && file !== null ? `no such file: ${file[1]}` : null
}

/** A script that is named in the command line and is not there: the shell, python, node and others name themselves first. */
const NO_FILE =
  /^(?:bash|sh|dash|zsh|python[\d.]*|ruby|perl|php|node|deno|bun): (?:can't open file '|can't open |line \d+: )?[‘']?([^'’:\n]+)['’]?: (?:\[Errno 2\] )?No such file or directory/m
const MAX_CAUSE = 300
