import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type Readable, Writable } from 'node:stream'

import { errorMessage } from '../../../../shared/result.ts'
import type { OutsideAgent } from '../../../../shared/outside-agent.ts'
import { noteAgentFolder } from '../../program-table.ts'
import { startProcess } from '../../start-process.ts'
import { signalGroup } from '../process-group.ts'
import { type AgentAbilities, parseAbilities } from './agent-messages.ts'

/** A running program that speaks the Agent Client Protocol. */
export interface AgentProgram {
  readonly abilities: AgentAbilities
  /** Rejects with the program's error, or when it ends. */
  request(method: string, params: object): Promise<unknown>
  notify(method: string, params: object): Promise<void>
  readonly isRunning: () => boolean
  stop(): Promise<void>
}

/** Time for starting, ms. `npx` may have to download the program first. */
const START_TIMEOUT_MS = 300_000
/** Time between asking a program to end and killing it, ms. */
const GRACE_MS = 2_000
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024

/** Starts a program in a process group of its own and introduces ikigai to it. Rejects with the reason if that fails. */
export async function startProgram(options: {
  readonly agent: OutsideAgent
  /** Absolute. */
  readonly folder: string
  /** Without keys; the variables of the entry are added. */
  readonly environment: Readonly<Record<string, string>>
  readonly clientVersion: string
  readonly onUpdate: (params: unknown) => void
  /** Answers a request of the program; rejects if there is no such method. */
  readonly onRequest: (method: string, params: unknown) => Promise<unknown>
  /** How long it may take to start, ms; missing: five minutes. */
  readonly startMs?: number
}): Promise<AgentProgram> {
  const { agent, folder, environment, clientVersion, startMs = START_TIMEOUT_MS } = options
  const sdk = await import('@agentclientprotocol/sdk/unstable')
  const args = [...(agent.args ?? [])]
  noteAgentFolder(folder)
  const started = await startProcess(agent.command, args, {
    cwd: folder,
    env: { ...environment, ...agent.env },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    reaches: 'anything',
  })
  if (!started.ok) throw new Error(started.error.message)
  const child = started.value
  const lastLines = tailOf(child.stderr)
  child.stdin.on('error', () => undefined)
  const stop = (): Promise<void> => end(child)
  const stream = sdk.ndJsonStream(Writable.toWeb(child.stdin), bytesOf(child.stdout), {
    maxMessageBytes: MAX_MESSAGE_BYTES,
  })
  const raw = (params: unknown): unknown => params
  const app = sdk
    .client({ name: 'ikigai' })
    .onNotification('session/update', raw, ({ params }) => options.onUpdate(params))
  for (const method of ASKED) app.onRequest(method, raw, ({ params }) => options.onRequest(method, params))
  const connection = app.connect(stream)
  connection.closed.catch(() => undefined)
  const request = async (method: string, params: object): Promise<unknown> => {
    try {
      return await connection.agent.request(method, params)
    } catch (error) {
      if (!connection.signal.aborted) throw error
      await end(child, GRACE_MS)
      throw new Error(endedMessage(child, lastLines()), { cause: error })
    }
  }
  try {
    const answer = await withTimeout(request('initialize', introduction(clientVersion)), startMs)
    const abilities = parseAbilities(answer)
    if (abilities === null) throw new Error('It does not support version 1 of the Agent Client Protocol.')
    return {
      abilities,
      request,
      notify: (method, params) => connection.agent.notify(method, params),
      isRunning: () => child.exitCode === null && child.signalCode === null,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** What a program may ask of ikigai. */
const ASKED = ['session/request_permission'] as const

function introduction(version: string): object {
  return {
    protocolVersion: 1,
    clientInfo: { name: 'ikigai', version },
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
  }
}

function endedMessage({ exitCode, signalCode }: ChildProcess, lines: string): string {
  const how = signalCode === null ? `with code ${exitCode ?? 0}` : `by ${signalCode}`
  return `The program has ended ${how}.${lines === '' ? '' : ` It wrote last: ${lines}`}`
}

/** Asks the whole group to end after `patienceMs`, and kills it two seconds later. */
async function end(child: ChildProcess, patienceMs = 0): Promise<void> {
  const { pid } = child
  if (pid === undefined) return
  const gone = child.exitCode !== null || child.signalCode !== null
  const exited = gone ? Promise.resolve() : once(child, 'exit').then(() => undefined)
  const timers = [
    setTimeout(() => signalGroup(pid, 'SIGTERM'), patienceMs),
    setTimeout(() => signalGroup(pid, 'SIGKILL'), patienceMs + GRACE_MS),
  ]
  await exited
  for (const timer of timers) clearTimeout(timer)
  // What the program has started may still run.
  signalGroup(pid, 'SIGKILL')
}

const MAX_TAIL = 600

function tailOf(stream: Readable): () => string {
  let text = ''
  stream.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString('utf8')).slice(-MAX_TAIL)
  })
  return () => text.trim().split('\n').slice(-3).join('\n')
}

/** The bytes of a stream of Node as a web stream. */
export function bytesOf(stream: Readable): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      stream.on('data', (chunk: Buffer) => controller.enqueue(new Uint8Array(chunk)))
      stream.once('end', () => controller.close())
      stream.once('error', (error) => controller.error(error))
    },
  })
}

async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`It did not answer within ${ms / 1000} seconds.`)), ms)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** The code of an error of the protocol; null: it is none. */
export function errorCode(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null
  return typeof error.code === 'number' ? error.code : null
}

/** What a program says about an error, with its details if they are a text. */
export function errorText(error: unknown): string {
  const data = typeof error === 'object' && error !== null && 'data' in error ? error.data : undefined
  const details = typeof data === 'object' && data !== null && 'details' in data ? data.details : data
  return [errorMessage(error), ...(typeof details === 'string' ? [details] : [])].join(': ')
}
