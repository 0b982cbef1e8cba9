import {
  type ChildProcess,
  type ChildProcessWithoutNullStreams,
  spawn,
  type SpawnOptions,
  spawnSync,
  type SpawnSyncOptions,
} from 'node:child_process'
import { once } from 'node:events'

import { err, errorMessage, ok, type Result } from '../../shared/result.ts'
import { programRefusal } from './only-hosts.ts'
import { findProgram, safePath } from './program-table.ts'

/** Why a program was not started. */
export interface StartFailure {
  /** `too_long`: an argument, or all of them with the environment; `nul`: the system takes no NUL byte. */
  readonly reason: 'too_long' | 'nul' | 'other'
  /** A clause without an end: `too long for one command: 153,042 of 131,071 bytes`. */
  readonly message: string
}

/** Longest argument on Linux, bytes: MAX_ARG_STRLEN (execve(2)) without the NUL byte at its end. */
const MAX_ARGUMENT = 131_071

/** Options of a start. `env`: missing, that of this process. */
export interface StartOptions extends SpawnOptions {
  /**
   * Whether all that it starts runs inside the sandbox, so that it may find programs where agents write. Otherwise its
   * `PATH` has only folders in which no agent writes.
   */
  readonly isConfined?: boolean
  /**
   * `nothing`: it makes no connection, or its network lets it make none. `anything`: nothing would hold it back, so it is not
   * started while `only_hosts` limits connections. `for-user`: users open it for themselves, such as their editor.
   */
  readonly reaches: 'nothing' | 'anything' | 'for-user'
}

/** The three streams of the program are pipes. */
type Piped = StartOptions & { readonly stdio: ['pipe', 'pipe', 'pipe'] }

/**
 * Starts a program and resolves when it runs. This is the only place that starts programs: each is a file that no agent
 * can write (`findProgram`). Never throws or rejects: `spawn` throws for some failures (an argument that is too long, a
 * NUL byte), emits `error` for others, and for some of those leaves out the pipes. Errors of a program that runs are
 * ignored; its end says what happened.
 */
export async function startProcess(
  command: string,
  args: readonly string[],
  options: Piped,
): Promise<Result<ChildProcessWithoutNullStreams, StartFailure>>
export async function startProcess(
  command: string,
  args: readonly string[],
  options: StartOptions,
): Promise<Result<ChildProcess, StartFailure>>
export async function startProcess(
  command: string,
  args: readonly string[],
  { isConfined = false, reaches, timeout, ...options }: StartOptions,
): Promise<Result<ChildProcess, StartFailure>> {
  const held = reaches === 'anything' ? programRefusal(command) : null
  if (held !== null) return err({ reason: 'other', message: held.message })
  try {
    const placed = placedStart(command, options, isConfined)
    if (!placed.ok) return err({ reason: 'other', message: placed.error.message })
    const child = spawn(placed.value.program, [...args], placed.value.options)
    child.on('error', () => undefined)
    await once(child, 'spawn')
    if (timeout !== undefined) endAfter(child, timeout)
    return ok(child)
  } catch (error) {
    return err(startFailure(error, args))
  }
}

/** Ends a program that runs for longer, ms. The timer of `spawn` also runs on for a program that was never started, and keeps this process. */
function endAfter(child: ChildProcess, timeout: number): void {
  const timer = setTimeout(() => child.kill(), timeout)
  child.once('exit', () => clearTimeout(timer))
}

/** Runs a program until it ends and returns what it printed. Throws if it cannot be started. */
export function runToEnd(command: string, args: readonly string[], options: Omit<SpawnSyncOptions, 'encoding'> = {}) {
  const placed = placedStart(command, options, false)
  if (!placed.ok) throw new Error(placed.error.message)
  return spawnSync(placed.value.program, [...args], { ...placed.value.options, encoding: 'utf8' })
}

/** Where the program is, and its options with a safe `PATH`. */
function placedStart<Options extends Pick<SpawnOptions, 'cwd' | 'env'>>(
  command: string,
  options: Options,
  isConfined: boolean,
): Result<{ readonly program: string; readonly options: Options }> {
  const env = options.env ?? process.env
  const cwd = options.cwd === undefined ? undefined : String(options.cwd)
  const path = env['PATH'] ?? env['Path']
  const program = findProgram(command, { path, cwd })
  if (!program.ok) return program
  if (isConfined || path === undefined) return ok({ program: program.value, options })
  return ok({ program: program.value, options: { ...options, env: { ...env, PATH: safePath({ path, cwd }) } } })
}

/** Returns why a program was not started, from what `spawn` threw or emitted. */
export function startFailure(error: unknown, words: readonly string[]): StartFailure {
  if (words.some((word) => word.includes('\0'))) return { reason: 'nul', message: 'an argument contains a NUL byte' }
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'E2BIG' || code === 'ENAMETOOLONG') return { reason: 'too_long', message: tooLong(words) }
  if (code === 'ERR_INVALID_ARG_VALUE') {
    return { reason: 'nul', message: 'its name, its folder or a variable contains a NUL byte' }
  }
  const shortage = SHORTAGES.get(code)
  if (shortage !== undefined) return { reason: 'other', message: `${shortage}; end other programs and try again` }
  return { reason: 'other', message: errorMessage(error) }
}

/** What the system has run out of, by the code of its error. */
const SHORTAGES = new Map<unknown, string>([
  ['EAGAIN', 'the system allows no further process (EAGAIN)'],
  ['ENOMEM', 'the system has no memory left (ENOMEM)'],
  ['EMFILE', 'ikigai has too many open files (EMFILE)'],
  ['ENFILE', 'the system has too many open files (ENFILE)'],
])

function tooLong(words: readonly string[]): string {
  const sizes = words.map((word) => Buffer.byteLength(word))
  const longest = Math.max(0, ...sizes)
  if (longest > MAX_ARGUMENT && process.platform === 'linux') {
    return `too long for one command: ${figure(longest)} of ${figure(MAX_ARGUMENT)} bytes`
  }
  const all = sizes.reduce((sum, size) => sum + size + 1, 0)
  return `too long for one command: ${figure(all)} bytes together with the environment`
}

function figure(bytes: number): string {
  return bytes.toLocaleString('en-US')
}
