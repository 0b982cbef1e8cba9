import type { TestCounts } from '../../../shared/test-run.ts'
import { ASSERTIONS, ENVIRONMENT_SIGNS } from './environment-signs.ts'
import { plainText } from './test-report.ts'

/** How a test command ended, as far as it says whether its environment was there. */
export interface EndedTest {
  readonly output: string
  /** Null: it did not exit by itself. */
  readonly exitCode: number | null
  /** How it ended if it did not exit by itself, as a sentence. Null or missing: it did, or it is not known. */
  readonly note?: string | null
  readonly counts: TestCounts | null
}

/** What the shell says when the program of a command line is not there. */
const NO_PROGRAM: readonly RegExp[] = [
  /^(?:.*: )?(?:line \d+: )?([^:\n]+): (?:command not found|not found)$/m,
  /^(?:.*: )?(?:line \d+: )?([^:\n]+): No such file or directory$/m,
  /^env: [‘'"]?([^’'":\n]+)[’'"]?: No such file or directory$/m,
]
/** Exit codes of shells: the program cannot be executed, was not found, or was ended by SIGKILL, as for want of memory. */
const NOT_EXECUTABLE = 126
const NOT_FOUND = 127
const KILLED = 137

/**
 * Returns for which reason of the environment a test command failed, for a user; null: it failed as a test fails, or it
 * passed. Tests that passed, and assertions that failed, show that the environment is there. A module with a relative or
 * absolute path is a file of the project, which an attempt may be asked to write, so that only names of packages count.
 */
export function missingEnvironment({ output, exitCode, note, counts }: EndedTest): string | null {
  if (exitCode === 0 || (counts?.passed ?? 0) > 0) return null
  const text = plainText(output)
  if (exitCode === NOT_FOUND || exitCode === NOT_EXECUTABLE) {
    const program = NO_PROGRAM.map((line) => line.exec(text)?.[1]).find((name) => name !== undefined)
    if (program !== undefined) return `command not found: ${program.trim()}`
    const last = text.trimEnd().split('\n').at(-1)?.trim() ?? ''
    return last === '' ? `exit code ${exitCode}: the command could not be run` : last
  }
  if (ASSERTIONS.some((assertion) => assertion.test(text))) return null
  for (const { line, cause } of ENVIRONMENT_SIGNS) {
    const match = line.exec(text)
    if (match !== null) return cause(match).slice(0, MAX_CAUSE)
  }
  if (exitCode === null) return endedText(note ?? '')
  if (exitCode === KILLED) return 'killed (exit code 137), as for want of memory'
  const file = NO_FILE.exec(text)
  return counts === null && file !== null ? `no such file: ${file[1]}` : null
}

/** Null: it is not known how the command ended. */
function endedText(note: string): string | null {
  const seconds = /^\[?Timed out after ([\d.]+) s/.exec(note)?.[1]
  if (seconds !== undefined) return `not ended within ${seconds} s`
  return note === '' ? null : note.replaceAll(/^\[|\]$/g, '')
}

/**
 * Whether the code of an attempt may have caused such an end as well: the command was ended from outside, by the time limit
 * or by a signal.
 */
export function wasEndedFromOutside({ exit_code: code }: { readonly exit_code: number | null }): boolean {
  return code === null || code === KILLED
}

/** A script that is named in the command line and is not there: the shell, python, node and others name themselves first. */
const NO_FILE =
  /^(?:bash|sh|dash|zsh|python[\d.]*|ruby|perl|php|node|deno|bun): (?:can't open file '|can't open |line \d+: )?[‘']?([^'’:\n]+)['’]?: (?:\[Errno 2\] )?No such file or directory/m
const MAX_CAUSE = 300
