import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'

import { errorMessage } from '../../../shared/result.ts'
import { sessionSize, signalGroup } from './process-group.ts'

export interface ProcessOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Processes that may run at once. */
  readonly maxProcesses: number
  /** The program is given a pipe as file 3 that ends with us, whatever ends us. */
  readonly lifeline?: boolean
  /** Awaited before more is read. `false`: enough, the program is stopped. */
  readonly onStdout: (chunk: Buffer) => Promise<boolean>
  readonly onStderr?: (chunk: Buffer) => Promise<boolean>
}

export type ProcessEnd =
  | { readonly type: 'exited'; readonly code: number }
  /** By a signal that was not ours. */
  | { readonly type: 'killed'; readonly signal: NodeJS.Signals }
  | { readonly type: 'stopped'; readonly reason: StopReason }
  /** It could not be started. */
  | { readonly type: 'failed'; readonly message: string }

type StopReason = 'aborted' | 'timeout' | 'too_many_processes' | 'too_much_output'

/** Between asking a program to end and ending it, ms. */
const GRACE_MS = 2_000
const COUNT_EVERY_MS = 200
/** What a process that left the group may hold the pipes open after the program has ended, ms. */
const PIPE_GRACE_MS = 500

/**
 * Runs a program in a process group of its own until it ends; then everything it has started and that is still in the
 * group ends too. An abort or the time-out asks the whole group to end, and ends it two seconds later.
 */
export async function runProcess(options: ProcessOptions): Promise<ProcessEnd> {
  if (options.signal.aborted) return { type: 'stopped', reason: 'aborted' }
  const { command, args, cwd, env } = options
  const lifeline = options.lifeline === true ? (['pipe'] as const) : []
  const stdio = ['ignore', 'pipe', 'pipe', ...lifeline] as const
  const child = spawn(command, args, { cwd, env, detached: true, stdio: [...stdio] })
  const started = await hasStarted(child)
  if (!started.ok || child.pid === undefined)
    return { type: 'failed', message: started.ok ? 'no process' : started.message }
  const group = new WatchedGroup(child.pid, options)
  const exited = once(child, 'exit')
  const read = Promise.all([
    readAll(child.stdout, options.onStdout, group),
    readAll(child.stderr, options.onStderr ?? options.onStdout, group),
  ])
  await exited
  group.end()
  child.stdio[3]?.destroy()
  await endOfPipes(child, read)
  if (group.stopReason !== null) return { type: 'stopped', reason: group.stopReason }
  if (child.signalCode !== null) return { type: 'killed', signal: child.signalCode }
  return { type: 'exited', code: child.exitCode ?? 0 }
}

/** A running group, and what ends it before its time. */
class WatchedGroup {
  stopReason: StopReason | null = null
  readonly #leader: number
  readonly #timers: NodeJS.Timeout[]
  readonly #signal: AbortSignal
  readonly #onAbort = (): void => this.stop('aborted')

  constructor(leader: number, { timeoutMs, signal, maxProcesses }: ProcessOptions) {
    this.#leader = leader
    this.#signal = signal
    const timeout = setTimeout(() => this.stop('timeout'), timeoutMs)
    const count = setInterval(() => void this.#count(maxProcesses), COUNT_EVERY_MS)
    this.#timers = [timeout, count]
    signal.addEventListener('abort', this.#onAbort, { once: true })
    if (signal.aborted) this.stop('aborted')
  }

  stop(reason: StopReason): void {
    if (this.stopReason !== null) return
    this.stopReason = reason
    const isUrgent = reason === 'too_many_processes' || reason === 'too_much_output'
    signalGroup(this.#leader, isUrgent ? 'SIGKILL' : 'SIGTERM')
    this.#timers.push(setTimeout(() => signalGroup(this.#leader, 'SIGKILL'), GRACE_MS))
  }

  /** Its leader has ended: what it has left behind ends now. */
  end(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#signal.removeEventListener('abort', this.#onAbort)
    signalGroup(this.#leader, 'SIGKILL')
  }

  async #count(maxProcesses: number): Promise<void> {
    const size = await sessionSize(this.#leader)
    if (size !== null && size > maxProcesses) this.stop('too_many_processes')
  }
}

async function readAll(
  stream: Readable | null,
  onChunk: (chunk: Buffer) => Promise<boolean>,
  group: WatchedGroup,
): Promise<void> {
  try {
    for await (const chunk of stream ?? []) {
      if (Buffer.isBuffer(chunk) && !(await onChunk(chunk))) {
        group.stop('too_much_output')
        return
      }
    }
  } catch {
    // The pipe was closed by us, below.
  }
}

/** Everything that was printed has been read, or a process that left the group keeps the pipes and is not waited for. */
async function endOfPipes(child: ChildProcess, read: Promise<unknown>): Promise<void> {
  const timer = setTimeout(() => {
    child.stdout?.destroy()
    child.stderr?.destroy()
  }, PIPE_GRACE_MS)
  await read
  clearTimeout(timer)
}

async function hasStarted(child: ChildProcess): Promise<{ ok: true } | { ok: false; message: string }> {
  try {
    await once(child, 'spawn')
    return { ok: true }
  } catch (error) {
    return { ok: false, message: errorMessage(error) }
  }
}
