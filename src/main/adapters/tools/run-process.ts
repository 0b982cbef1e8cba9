import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { statfs } from 'node:fs/promises'
import { Server } from 'node:net'
import type { Readable } from 'node:stream'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'

import { errorMessage } from '../../../shared/result.ts'
import { type StartFailure, startProcess } from '../start-process.ts'
import { killStarted, ownMemory, startedProcesses, signalGroup } from './process-group.ts'

export interface ProcessOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** The file descriptor that it reads from. Missing: it reads nothing. */
  readonly stdin?: number
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Most processes at the same time. */
  readonly maxProcesses: number
  /** Whether all that it starts runs inside the sandbox. */
  readonly isConfined?: boolean
  /** As in `StartOptions`. */
  readonly reaches: 'nothing' | 'anything'
  /** Gives the program a pipe as file descriptor 3 that closes when this process ends for any reason. */
  readonly lifeline?: boolean
  /** File descriptors that the program gets after the lifeline, as 4 and on. Needs `lifeline`, excludes `onPort`. */
  readonly files?: readonly number[]
  /** Kills the program at once, because it can read what it must not. */
  readonly emergency?: AbortSignal
  /** Most memory of its own that all its processes use together, bytes. Missing: not limited. */
  readonly maxMemory?: number
  /** Most bytes by which the free space of the disk of `disk` may shrink. Missing: not limited. */
  readonly maxWritten?: number
  /** A folder in which it writes; missing: `cwd`. */
  readonly disk?: string
  /**
   * Gives the program a channel of Node as file descriptor 4, and is called with the listening socket that it sends
   * over it first; null: it sent something else. What it sends after that is not read. Needs `lifeline`.
   */
  readonly onPort?: (listener: Server | null) => void
  /** Called now and then with the processes that it runs, except where the system does not list them. */
  readonly onProcesses?: (pids: ReadonlySet<number>) => void
  /** Awaited before more is read. `false` stops the program. */
  readonly onStdout: (chunk: Buffer) => Promise<boolean>
  readonly onStderr?: (chunk: Buffer) => Promise<boolean>
}

export type ProcessEnd =
  | { readonly type: 'exited'; readonly code: number }
  /** Ended by a signal that we did not send. */
  | { readonly type: 'killed'; readonly signal: NodeJS.Signals }
  | { readonly type: 'stopped'; readonly reason: StopReason }
  /** The program could not be started. */
  | ({ readonly type: 'failed' } & StartFailure)
  /** What it printed could not be kept, so it was ended. */
  | { readonly type: 'unread'; readonly message: string }

type StopReason =
  | 'aborted'
  | 'timeout'
  | 'too_many_processes'
  | 'too_much_output'
  | 'too_much_memory'
  | 'too_much_written'
  | 'emergency'

/** Time between asking a program to end and killing it, ms. */
const GRACE_MS = 2_000
const COUNT_EVERY_MS = 200
/** How long a process that left the group may keep the pipes open after the program has ended, ms. */
const PIPE_GRACE_MS = 500
/** Most that two pipes can contain, bytes (`/proc/sys/fs/pipe-max-size` of Linux each). */
const MAX_IN_PIPES = 2 * 1024 ** 2

/**
 * Runs a program in its own process group until it ends, and then ends all processes it has started that are still in
 * the group. An abort or the timeout asks the whole group to end, and kills it and all descendants two seconds later.
 * Never rejects.
 */
export async function runProcess(options: ProcessOptions): Promise<ProcessEnd> {
  if (options.signal.aborted) return { type: 'stopped', reason: 'aborted' }
  const { command, args, cwd, env } = options
  const lifeline = options.lifeline === true ? (['pipe'] as const) : []
  const channel = options.onPort === undefined ? [] : (['ipc'] as const)
  const stdio = [options.stdin ?? 'ignore', 'pipe', 'pipe', ...lifeline, ...channel, ...(options.files ?? [])] as const
  const { isConfined = false, reaches } = options
  const started = await startProcess(command, args, {
    cwd,
    env,
    detached: true,
    stdio: [...stdio],
    isConfined,
    reaches,
  })
  if (!started.ok) return { type: 'failed', ...started.error }
  const child = started.value
  const port = options.onPort === undefined ? Promise.resolve() : receivePort(child, options.onPort)
  if (child.pid === undefined) return { type: 'failed', reason: 'other', message: 'no process' }
  const group = new WatchedGroup(child.pid, options)
  const exited = once(child, 'exit')
  const progress = new ReadProgress()
  const read = Promise.all([
    port,
    readAll(child.stdout, progress.counted(options.onStdout), group),
    readAll(child.stderr, progress.counted(options.onStderr ?? options.onStdout), group),
  ])
  await exited
  group.end()
  child.stdio[3]?.destroy()
  await endOfPipes(child, read, progress)
  if (group.unread !== null) return { type: 'unread', message: group.unread }
  if (group.stopReason !== null) return { type: 'stopped', reason: group.stopReason }
  if (child.signalCode !== null) return { type: 'killed', signal: child.signalCode }
  return { type: 'exited', code: child.exitCode ?? 0 }
}

/** A running group, and the conditions that stop it early. */
class WatchedGroup {
  stopReason: StopReason | null = null
  /** Why its output could not be kept; null: it was. */
  unread: string | null = null
  readonly #leader: number
  /** Bytes; null: not known. */
  #freeAtStart: number | null = null
  readonly #timers: NodeJS.Timeout[]
  readonly #signal: AbortSignal
  readonly #onAbort = (): void => this.stop('aborted')

  constructor(leader: number, options: ProcessOptions) {
    const { timeoutMs, signal, emergency } = options
    this.#leader = leader
    this.#signal = signal
    const timeout = setTimeout(() => this.stop('timeout'), timeoutMs)
    const count = setInterval(() => void this.#measure(options), COUNT_EVERY_MS)
    this.#timers = [timeout, count]
    signal.addEventListener('abort', this.#onAbort, { once: true })
    if (signal.aborted) this.stop('aborted')
    emergency?.addEventListener('abort', () => this.stop('emergency'), { once: true })
  }

  stop(reason: StopReason): void {
    if (this.stopReason !== null) return
    this.stopReason = reason
    const isUrgent = reason !== 'aborted' && reason !== 'timeout'
    if (isUrgent) void killStarted(this.#leader)
    else signalGroup(this.#leader, 'SIGTERM')
    this.#timers.push(setTimeout(() => void killStarted(this.#leader), GRACE_MS))
  }

  /** Ends a program whose output cannot be kept: it would wait for someone to read it. */
  giveUp(error: unknown): void {
    if (this.stopReason !== null) return
    this.unread ??= errorMessage(error)
    this.stop('too_much_output')
  }

  /** Ends the processes that remain after the leader has ended. */
  end(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#signal.removeEventListener('abort', this.#onAbort)
    signalGroup(this.#leader, 'SIGKILL')
  }

  async #measure({ maxProcesses, maxMemory, maxWritten, cwd, disk = cwd, onProcesses }: ProcessOptions): Promise<void> {
    const pids = await startedProcesses(this.#leader)
    if (pids !== null) onProcesses?.(pids)
    if (pids !== null && pids.size > maxProcesses) this.stop('too_many_processes')
    if (pids !== null && maxMemory !== undefined && (await ownMemory(pids)) > maxMemory) this.stop('too_much_memory')
    if (maxWritten === undefined) return
    const free = await freeSpace(disk)
    this.#freeAtStart ??= free
    if (free !== null && (this.#freeAtStart ?? 0) - free > maxWritten) this.stop('too_much_written')
  }
}

/** Returns the free bytes of the disk of a folder; null: not known. */
async function freeSpace(folder: string): Promise<number | null> {
  const found = await statfs(folder).catch(() => null)
  return found === null ? null : found.bavail * found.bsize
}

async function readAll(
  stream: Readable | null,
  onChunk: (chunk: Buffer) => Promise<boolean>,
  group: WatchedGroup,
): Promise<void> {
  try {
    for await (const chunk of stream ?? []) {
      if (!Buffer.isBuffer(chunk)) continue
      const goesOn = await taken(chunk, onChunk, group)
      if (!goesOn) return
    }
  } catch {
    // We closed the pipe ourselves, below.
  }
}

/** Returns whether more is to be read. */
async function taken(
  chunk: Buffer,
  onChunk: (chunk: Buffer) => Promise<boolean>,
  group: WatchedGroup,
): Promise<boolean> {
  try {
    if (await onChunk(chunk)) return true
    group.stop('too_much_output')
  } catch (error) {
    group.giveUp(error)
  }
  return false
}

/** How far the output has been taken. */
class ReadProgress {
  /** Bytes that were passed on. */
  size = 0
  #taking: Promise<unknown> = Promise.resolve()

  counted(onChunk: (chunk: Buffer) => Promise<boolean>): (chunk: Buffer) => Promise<boolean> {
    return (chunk) => {
      this.size += chunk.length
      const taken = onChunk(chunk)
      this.#taking = Promise.allSettled([this.#taking, taken])
      return taken
    }
  }

  /** Resolves when what the pipes contain now has been taken, which can be long after the end on a busy machine. */
  async caughtUp(): Promise<void> {
    const most = this.size + MAX_IN_PIPES
    for (let seen = -1; seen !== this.size && this.size < most;) {
      seen = this.size
      await this.#taking
      // One turn of the event loop reads the pipes, the next one passes on what was read.
      await setImmediate()
      await setImmediate()
    }
  }
}

/**
 * Resolves when all output and the channel have been read, or when a process that left the group keeps the pipes open for too long. What
 * was printed until then is read in any case.
 */
async function endOfPipes(child: ChildProcess, read: Promise<unknown>, progress: ReadProgress): Promise<void> {
  const grace = new AbortController()
  const isOver = wait(PIPE_GRACE_MS, true, { signal: grace.signal }).catch(() => false)
  const mustEnd = await Promise.race([isOver, read.then(() => false)])
  grace.abort()
  if (mustEnd) {
    await progress.caughtUp()
    child.stdout?.destroy()
    child.stderr?.destroy()
    if (child.connected) child.disconnect()
  }
  await read
}

/**
 * Takes one message from the channel, and closes it. Resolves when the channel is closed. A program that has ended may
 * have sent its message just before, so its end alone does not close it.
 */
function receivePort(child: ChildProcess, onPort: (listener: Server | null) => void): Promise<void> {
  child.once('message', (_message, handle) => {
    if (child.connected) child.disconnect()
    onPort(handle instanceof Server ? handle : null)
  })
  return new Promise((resolve) => void child.once('disconnect', resolve))
}
