import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach } from 'vitest'
import { WebSocket } from 'ws'

import { serveWeb } from '../../src/main/hosts/web/serve-web.ts'
import type { ServeWebOptions, WebServer } from '../../src/main/hosts/web/serve-web.ts'
import { createRecordingLogger } from './recording-logger.ts'
import type { RecordingLogger } from './recording-logger.ts'
import { createScriptedEngine } from './scripted-engine.ts'
import type { ScriptedEngine } from './scripted-engine.ts'

/** Limit of these servers: a larger frame closes the socket. */
export const SMALL_FRAME = 10_000

/** One browser host with its resources. A test may replace `server` by restarting it. */
export interface WebHostRun {
  base: string
  engine: ScriptedEngine
  logger: RecordingLogger
  server: WebServer
  /** Messages shown in the terminal. */
  told: string[]
  options(changes?: Partial<ServeWebOptions>): ServeWebOptions
  serve(changes?: Partial<ServeWebOptions>): Promise<WebServer>
  port(): number
  origin(): string
  ask(path: string, headers?: Record<string, string>, method?: string): Promise<Answer>
  upgrade(headers: Record<string, string>, protocols?: readonly string[], path?: string): Promise<'open' | number>
}

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** Starts a browser host for each test of the file, with a port and a directory of its own. */
export function prepareWebHost(): () => WebHostRun {
  let current: WebHostRun | null = null
  beforeEach(async () => {
    current = await startRun()
  })
  afterEach(async () => {
    await current?.server.close()
    if (current !== null) await rm(current.base, { recursive: true })
  })
  return () => {
    if (current === null) throw new Error('No test is running')
    return current
  }
}

async function startRun(): Promise<WebHostRun> {
  const base = await mkdtemp(join(tmpdir(), 'ikigai-web-host-'))
  await writeWindow(base)
  const engine = createScriptedEngine()
  const logger = createRecordingLogger()
  const told: string[] = []
  const options = (changes: Partial<ServeWebOptions> = {}): ServeWebOptions => ({
    address: '127.0.0.1',
    port: 0,
    rendererDirectory: join(base, 'renderer'),
    secretDirectory: join(base, 'data'),
    maxFrameBytes: SMALL_FRAME,
    logger,
    tell: (text) => void told.push(text),
    ...changes,
  })
  const serve = async (changes?: Partial<ServeWebOptions>) => {
    const served = await serveWeb(engine, options(changes))
    if (!served.ok) throw new Error(served.error.message)
    return served.value
  }
  const run: WebHostRun = {
    base,
    engine,
    logger,
    server: await serve(),
    told,
    options,
    serve,
    port: () => Number(new URL(run.server.url).port),
    origin: () => new URL(run.server.url).origin,
    ask: (path, headers = {}, method = 'GET') => ask({ port: run.port(), path, headers, method }),
    upgrade: (headers, protocols = [], path = '/engine') =>
      upgrade(`ws://127.0.0.1:${run.port()}${path}`, headers, protocols),
  }
  return run
}

/** Writes a built window, and files beside it that must not be served. */
async function writeWindow(base: string): Promise<void> {
  const directory = join(base, 'renderer')
  await mkdir(join(directory, 'assets'), { recursive: true })
  await writeFile(join(directory, 'index.html'), '<!doctype html><title>window</title>')
  await writeFile(join(directory, 'assets', 'index-Ab12.js'), 'export {}')
  await writeFile(join(directory, 'assets', 'unknown.exe'), 'MZ')
  await writeFile(join(base, 'secret.txt'), 'secret')
  await symlink(join(base, 'secret.txt'), join(directory, 'link.txt'))
}

interface Question {
  readonly port: number
  readonly path: string
  readonly headers: Record<string, string>
  readonly method: string
}

/** Sends a request exactly as given: `fetch` would normalise the path and refuse a foreign Host. */
function ask({ port, path, headers, method }: Question): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const body = Buffer.concat(chunks).toString()
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
      })
    })
    request.on('error', reject)
    request.end()
  })
}

/** Resolves to the result of an upgrade: `open`, or the status with which it was refused. */
function upgrade(url: string, headers: Record<string, string>, protocols: readonly string[]): Promise<'open' | number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, [...protocols], { headers })
    socket.on('open', () => {
      socket.terminate()
      resolve('open')
    })
    socket.on('unexpected-response', (_request, response) => {
      socket.terminate()
      resolve(response.statusCode ?? 0)
    })
    socket.on('error', reject)
  })
}
