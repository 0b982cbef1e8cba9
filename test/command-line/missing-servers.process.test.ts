import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'

const MODEL = 'claude-haiku-4-5/none'
const TIMEOUT_MS = 120_000
const FILES = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js')

const node = (...args: readonly string[]) => ({ command: process.execPath, args })
const says = (result: string) =>
  node(
    '-e',
    `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id } = JSON.parse(line)
      console.log(JSON.stringify({ jsonrpc: '2.0', id, ...${result} }))
    })`,
  )

let simulator: Simulator
let workspace: Workspace
let database: Storage
let web: Server
let origin: string

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: () => textAnswer('Done.') })
  workspace = await makeWorkspace({ ...simulator.environment(), ANTHROPIC_API_KEY: 'any-key' })
  await mkdir(configDirectory(), { recursive: true })
  database = await keepDatabaseUp(workspace)
  web = createServer(({ url }, response) => {
    const status = Number(url?.slice(1))
    response.writeHead(status, { 'content-type': 'text/html' }).end(`<html><h1>Page ${status}</h1></html>`)
  }).listen(0, '127.0.0.1')
  await once(web, 'listening')
  const address = web.address()
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
})
afterAll(() => closeAll(web, database, workspace, simulator))

const configDirectory = () => workspace.environment['IKIGAI_CONFIG_DIR'] ?? ''
const ikigai = (...args: readonly string[]) => runIkigai(args, workspace.environment, workspace.directory)

async function configure(servers: object): Promise<void> {
  const config = JSON.stringify({ sandbox: 'off', mcp_servers: servers })
  await writeFile(join(configDirectory(), 'config.json'), config, { mode: 0o600 })
}

const lines = (stderr: string): readonly string[] =>
  stderr
    .split('\n')
    .filter((line) => line.startsWith('MCP server not available: '))
    .map((line) => line.replace('MCP server not available: ', ''))

/** Servers that cannot be used, and the words in which that is said. */
const MISSING: Readonly<Record<string, readonly [entry: () => object, words: RegExp]>> = {
  key: [() => node('-e', 'console.error("boot\\nError: API key missing"); process.exit(1)'), /Error: API key missing$/],
  silent: [() => node('-e', 'process.exit(0)'), /it ended before it answered$/],
  stack: [() => node('-e', 'throw new Error("no such token")'), /Error: no such token/],
  module: [() => node('/no/such/server.js'), /Cannot find module '\/no\/such\/server\.js'/],
  program: [() => ({ command: '/no/such/program' }), /ENOENT/],
  rights: [() => ({ command: '/etc' }), /EACCES/],
  page: [() => node('-e', 'console.log("<html>"); process.exit(2)'), /it ended before it answered/],
  refused: [() => says(`{ error: { code: -32000, message: 'licence expired' } }`), /licence expired$/],
  odd: [() => says(`{ result: { protocolVersion: 7 } }`), /its first answer does not follow the protocol$/],
  port: [() => ({ url: 'http://127.0.0.1:9/mcp' }), /it could not be reached: no request is sent to this port/],
  html: [() => ({ url: `${origin}/200` }), /page|protocol/],
  gone: [() => ({ url: `${origin}/404` }), /404|not found/i],
  broken: [() => ({ url: `${origin}/503` }), /HTTP 503: Page 503$/],
}

describe('servers that are missing', { timeout: TIMEOUT_MS }, () => {
  const names = Object.keys(MISSING)

  it('are named with their own words, and the exit code says it where they are needed', async () => {
    await configure(Object.fromEntries(Object.entries(MISSING).map(([name, [entry]]) => [name, entry()])))
    const ran = await ikigai('run', '--model', MODEL, 'Hello')
    expect([ran.code, ran.stdout.trim()]).toEqual([0, 'Done.'])
    const said = lines(ran.stderr)
    expect(new Set(said.map((line) => line.split(':')[0]))).toEqual(new Set(names))
    for (const [name, [, words]] of Object.entries(MISSING))
      expect(said.find((line) => line.startsWith(`${name}: `))).toMatch(words)
    expect(said.join('\n')).not.toMatch(/probe|fetch failed|POSTing|invalid_type/)

    const listed = await ikigai('tools')
    expect(listed.code).toBe(1)
    for (const name of names) expect(listed.stderr).toMatch(new RegExp(`^${name} \\((stdio|http)\\): waiting, `, 'm'))

    const before = simulator.requests.length
    const required = await ikigai('run', '--model', MODEL, '--require-servers', 'Hello')
    expect([required.code, required.stdout, simulator.requests.length - before]).toEqual([1, '', 0])
    expect(lines(required.stderr)).toHaveLength(names.length)
  })

  it('end a run only if they are required', async () => {
    const files = { ...node(FILES, workspace.directory), required: true }
    const broken = node('-e', 'process.exit(3)')
    await configure({ files, broken })
    expect((await ikigai('run', '--model', MODEL, 'Hello')).code).toBe(0)
    await configure({ files, broken: { ...broken, required: true } })
    const before = simulator.requests.length
    const ran = await ikigai('run', '--model', MODEL, 'Hello')
    expect([ran.code, simulator.requests.length - before]).toEqual([1, 0])
    expect(lines(ran.stderr)).toEqual([expect.stringMatching(/^broken: /)])
  })

  it('are not those that run, whatever of their lists cannot be used', async () => {
    const list = `{ result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' }, tools: [{ name: 'fine', inputSchema: { type: 'object' } }, null] } }`
    await configure({ partly: says(list) })
    const listed = await ikigai('tools')
    expect([listed.code, listed.stderr]).toEqual([0, expect.stringContaining('left out: tool 2 of 2: it is no object')])
    const ran = await ikigai('run', '--model', MODEL, '--require-servers', 'Hello')
    expect([ran.code, ran.stdout.trim(), lines(ran.stderr)]).toEqual([
      0,
      'Done.',
      ['partly: tool 2 of 2: it is no object'],
    ])
  })
})
