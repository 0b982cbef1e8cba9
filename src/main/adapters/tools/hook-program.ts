import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { ok, refuse, type Result } from '../../../shared/result.ts'
import type { HookEnd, HookPrograms, HookRun } from '../../core/ports/hook-ports.ts'
import type { ConfinedProgram, Confinement, Program, Sandbox } from '../../core/ports/sandbox-ports.ts'
import { commandConfinement } from './sandbox/command-confinement.ts'
import { noteAgentFolder } from '../program-table.ts'
import { MAX_PROCESSES, unprotectedText } from './bash-program.ts'
import { type ProcessEnd, runProcess } from './run-process.ts'

/** More than this of each stream is not kept, bytes. */
const MAX_KEPT = 1_000_000

interface HookContext {
  readonly environment: Readonly<Record<string, string>>
  readonly sandbox: Sandbox | null
}

/** Runs hooks as programs of this user, with the environment that tools have. `sandbox`: null: none runs inside one. */
export function createHookPrograms(
  environment: HookContext['environment'],
  sandbox: HookContext['sandbox'] = null,
): HookPrograms {
  return { run: (hook) => runHook(hook, { environment, sandbox }) }
}

async function runHook(hook: HookRun, context: HookContext): Promise<HookEnd> {
  const { folder, input } = hook
  // A missing folder is reported by the system as a missing program.
  if (!(await isFolder(folder))) return { type: 'failed', message: `The folder ${folder} does not exist.` }
  noteAgentFolder(folder)
  const file = await openFileWith(JSON.stringify(input))
  try {
    return await runWith(file.fd, hook, context)
  } finally {
    await file.close()
  }
}

async function runWith(
  stdin: number,
  { command: [command = '', ...args], folder, timeoutMs, level, signal }: HookRun,
  { environment, sandbox }: HookContext,
): Promise<HookEnd> {
  const program: ConfinedProgram = { command, args, opensPort: false }
  const placed = level === undefined ? ok(program) : await confined(program, commandConfinement(folder, level), sandbox)
  if (!placed.ok) return { type: 'failed', message: `It was to run inside the sandbox. ${placed.error.message}` }
  const stdout = new KeptText()
  const stderr = new KeptText()
  const emergency = new AbortController()
  let unprotected: string | null = null
  const unwatch = placed.value.guard?.watch((path) => {
    unprotected = path
    emergency.abort()
  })
  const end = await runProcess({
    command: placed.value.command,
    args: placed.value.args,
    isConfined: level !== undefined,
    reaches: level === undefined ? 'anything' : 'nothing',
    cwd: folder,
    env: environment,
    stdin,
    timeoutMs,
    signal,
    maxProcesses: MAX_PROCESSES,
    emergency: emergency.signal,
    onStdout: (chunk) => stdout.add(chunk),
    onStderr: (chunk) => stderr.add(chunk),
  }).finally(() => unwatch?.())
  if (unprotected !== null) return { type: 'failed', message: unprotectedText(unprotected) }
  if (end.type === 'exited') return { type: 'exited', code: end.code, stdout: stdout.text, stderr: stderr.text }
  return { type: 'failed', message: endText(end, timeoutMs) }
}

async function confined(
  program: Program,
  confinement: Confinement,
  sandbox: Sandbox | null,
): Promise<Result<ConfinedProgram>> {
  const problem = sandbox === null ? 'There is none.' : await sandbox.problem(confinement.readable)
  if (sandbox === null || problem !== null) return refuse(problem ?? '')
  return sandbox.confine(program, confinement)
}

function endText(end: Exclude<ProcessEnd, { type: 'exited' }>, timeoutMs: number): string {
  if (end.type === 'failed') return `It could not be started: ${end.message}.`
  if (end.type === 'unread') return `Its output could not be read: ${end.message}.`
  if (end.type === 'killed') return `It was ended by ${end.signal}.`
  if (end.reason === 'aborted') return 'It was cancelled.'
  if (end.reason === 'timeout') return `It did not end within ${timeoutMs / 1_000} s.`
  return `It ran more than ${MAX_PROCESSES} processes at once.`
}

/**
 * Returns an open file with the text, which nobody else can open. Node's pipes are sockets, and bash takes a socket on
 * its standard input for a remote login: it would run ~/.bashrc.
 */
async function openFileWith(text: string): Promise<{ readonly fd: number; close(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'ikigai-hook-'))
  const path = join(directory, 'input')
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  // Written at a position, so that the program begins to read at the start.
  await file.write(text, 0)
  const close = async (): Promise<void> => {
    await file.close()
    await rm(directory, { recursive: true, force: true })
  }
  return { fd: file.fd, close }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

/** The beginning of a stream, with `…` where more followed, so that a text that was cut is never taken for a whole one. */
class KeptText {
  readonly #chunks: Buffer[] = []
  #size = 0

  get text(): string {
    const text = Buffer.concat(this.#chunks).toString('utf8')
    return this.#size > MAX_KEPT ? `${text}…` : text
  }

  add(chunk: Buffer): Promise<boolean> {
    const kept = chunk.subarray(0, Math.max(0, MAX_KEPT - this.#size))
    this.#size += kept.length
    if (kept.length > 0) this.#chunks.push(kept)
    return Promise.resolve(true)
  }
}
