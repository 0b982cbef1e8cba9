import { fileTypeOf } from '../../../src/main/adapters/file-type.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { ServerTool, ToolServers } from '../../../src/main/core/ports/tool-server-ports.ts'
import type { ToolServerConfig } from '../../../src/main/core/ports/config-ports.ts'
import type { ToolServerState } from '../../../src/shared/tool-list.ts'
import { linuxSandbox } from '../../../src/main/adapters/tools/sandbox/linux-sandbox.ts'
import { createMcpServers } from '../../../src/main/adapters/tools/mcp/create-mcp-servers.ts'
import { serverToolNames } from '../../../src/main/adapters/tools/mcp/tool-name.ts'
import { HAS_SANDBOX } from '../../support/sandbox/has-sandbox.ts'
import { makeToolFolder, prepare, runTool, type ToolFolder } from './tool-folder.ts'

const PACKAGES = join(import.meta.dirname, '..', '..', '..', 'node_modules', '@modelcontextprotocol')
const EVERYTHING = join(PACKAGES, 'server-everything', 'dist', 'index.js')
const FILESYSTEM = join(PACKAGES, 'server-filesystem', 'dist', 'index.js')
/** As long as a server of these needs on a busy machine. */
const TIMEOUT_MS = 120_000

const node = (...args: readonly string[]): ToolServerConfig => ({
  transport: 'stdio',
  command: process.execPath,
  args,
  env: {},
})

type Options = Parameters<typeof createMcpServers>[1]

let space: ToolFolder
const opened: ToolServers[] = []
const processes: ChildProcess[] = []

beforeEach(async () => {
  space = await makeToolFolder()
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((servers) => servers.close()))
  for (const child of processes.splice(0)) child.kill('SIGKILL')
  await space.remove()
})

function open(configs: Readonly<Record<string, ToolServerConfig>>, changes: Partial<Options> = {}): ToolServers {
  const servers = createMcpServers(configs, {
    ...space.context,
    clientVersion: '0.0.0',
    sandbox: () => null,
    firstPauseMs: 1,
    readyWithinMs: TIMEOUT_MS,
    ...changes,
  })
  opened.push(servers)
  return servers
}

async function started(
  configs: Readonly<Record<string, ToolServerConfig>>,
  changes: Partial<Options> = {},
): Promise<ToolServers> {
  const servers = open(configs, changes)
  servers.start()
  await servers.ready(new AbortController().signal)
  return servers
}

function until(servers: ToolServers, holds: (state: ToolServerState) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (!servers.states().every(holds)) return
      stop()
      resolve()
    }
    const stop = servers.onStateChange(check)
    check()
  })
}

function toolOf(servers: ToolServers, name: string): ServerTool {
  const tool = servers.tools().find(({ definition }) => definition.name === name)
  if (tool === undefined)
    throw new Error(
      `No ${name} among ${servers
        .tools()
        .map((one) => one.definition.name)
        .join()}`,
    )
  return tool
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return address !== null && typeof address === 'object' ? address.port : 0
}

/** The everything server over HTTP, when it listens. */
async function everythingOverHttp(port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [EVERYTHING, 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  processes.push(child)
  let said = ''
  for await (const chunk of child.stderr) {
    said += String(chunk)
    if (said.includes('listening')) break
  }
  child.stderr.resume()
  return child
}

describe('the everything server', { timeout: TIMEOUT_MS }, () => {
  const calls = async (servers: ToolServers) => ({
    echo: await runTool(toolOf(servers, 'every__echo'), { message: 'hello' }),
    sum: await runTool(toolOf(servers, 'every__get-sum'), { a: 2, b: 3 }),
    image: ((await runTool(toolOf(servers, 'every__get-tiny-image'), {})).files ?? []).map(({ name, bytes }) => [
      name,
      fileTypeOf(bytes)?.mediaType,
    ]),
    wrong: await prepare(toolOf(servers, 'every__get-sum'), { a: 'two' }),
  })
  const ANSWERS = {
    echo: { content: 'Echo: hello', isError: false },
    sum: { content: 'The sum of 2 and 3 is 5.', isError: false },
    image: [['image.png', 'image/png']],
    wrong: {
      ok: false,
      message:
        "The arguments of every__get-sum are not valid. the arguments must have required property 'b'; a must be number",
    },
  }

  it('works over stdio', async () => {
    const servers = await started({ every: node(EVERYTHING, 'stdio') })
    expect(await calls(servers)).toEqual(ANSWERS)
    expect(servers.states()).toMatchObject([{ name: 'every', transport: 'stdio', state: 'running' }])
  })

  it.runIf(HAS_SANDBOX)(
    'runs inside the sandbox: it writes where its arguments say (skipped where bubblewrap cannot be used)',
    async () => {
      const { places, environment } = space.context
      const sandbox = linuxSandbox({ places, path: environment['PATH'] ?? '' })
      const files = { transport: 'stdio', command: process.execPath } as const
      await mkdir(join(space.folder, '.git'))
      const args = [FILESYSTEM, space.folder]
      const servers = await started(
        { files: { ...files, args, env: {} }, free: { ...files, args, env: {}, sandbox: false } },
        { sandbox: () => sandbox },
      )
      const write = (server: string, path: string) =>
        runTool(toolOf(servers, `${server}__write_file`), { path: join(space.folder, path), content: 'written' })
      expect(servers.states().map(({ message }) => message.split(', ')[1])).toEqual([
        'inside the sandbox',
        'outside the sandbox',
      ])
      expect(await write('files', 'a.txt')).toMatchObject({ isError: false })
      expect(await write('files', '.git/config')).toMatchObject({ isError: true })
      expect(await write('free', '.git/config')).toMatchObject({ isError: false })
    },
  )

  it('works over streamable HTTP', async () => {
    const port = await freePort()
    await everythingOverHttp(port)
    const url = `http://127.0.0.1:${port}/mcp`
    const servers = await started({ every: { transport: 'http', url, headers: {} } })
    expect(await calls(servers)).toEqual(ANSWERS)
    expect(servers.states()).toMatchObject([{ name: 'every', transport: 'http', state: 'running' }])
  })

  it('is found again over HTTP after it was gone', async () => {
    const port = await freePort()
    const first = await everythingOverHttp(port)
    const servers = await started({ every: { transport: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: {} } })
    const echo = toolOf(servers, 'every__echo')
    first.kill('SIGKILL')
    await once(first, 'exit')
    const lost = await runTool(echo, { message: 'anybody?' })
    await everythingOverHttp(port)
    await until(servers, ({ state }) => state === 'running')
    expect([lost.isError, await runTool(echo, { message: 'again' })]).toEqual([
      true,
      { content: 'Echo: again', isError: false },
    ])
  })

  it('can be cancelled in the middle of a call', async () => {
    const servers = await started({ every: node(EVERYTHING, 'stdio') })
    const abort = new AbortController()
    const running = runTool(
      toolOf(servers, 'every__trigger-long-running-operation'),
      { duration: 600, steps: 2 },
      { signal: abort.signal },
    )
    abort.abort()
    expect(await running).toEqual({ content: 'Cancelled.', isError: true })
    expect((await runTool(toolOf(servers, 'every__echo'), { message: 'still here' })).content).toBe('Echo: still here')
  })

  it('shows its progress while a call runs', async () => {
    const servers = await started({ every: node(EVERYTHING, 'stdio') })
    let shown = ''
    const slow = toolOf(servers, 'every__trigger-long-running-operation')
    await runTool(slow, { duration: 2, steps: 2 }, { onOutput: (text) => (shown += text) })
    // The client drops progress that arrives together with the result.
    expect(shown).toMatch(/^1\/2\n/)
  })

  it('is told of when it is too slow, and not waited for', async () => {
    const servers = await started({ every: node(EVERYTHING, 'stdio') }, { callTimeoutMs: 50 })
    const outcome = await runTool(toolOf(servers, 'every__trigger-long-running-operation'), { duration: 600, steps: 1 })
    expect(outcome).toEqual({ content: 'every: Request timed out', isError: true })
  })
})

describe('the filesystem server', { timeout: TIMEOUT_MS }, () => {
  it('reads in its folder and refuses outside of it', async () => {
    await writeFile(join(space.folder, 'a.txt'), 'content of a')
    const servers = await started({ files: node(FILESYSTEM, space.folder) })
    const read = toolOf(servers, 'files__read_text_file')
    expect(await runTool(read, { path: join(space.folder, 'a.txt') })).toEqual({
      content: 'content of a',
      isError: false,
    })
    expect((await runTool(read, { path: '/etc/passwd' })).isError).toBe(true)
  })

  it('starts again when it was killed', async () => {
    const pids = join(space.outside, 'pid')
    const noted = `require('fs').writeFileSync(${JSON.stringify(pids)}, String(process.pid)); import(${JSON.stringify(FILESYSTEM)})`
    const servers = await started({ files: node('-e', noted, space.folder) })
    const pid = Number(await readFile(pids, 'utf8'))
    const states: string[] = []
    servers.onStateChange(() => states.push(...servers.states().map(({ state }) => state)))
    process.kill(pid, 'SIGKILL')
    await until(servers, ({ state }) => state === 'waiting')
    await until(servers, ({ state, tools }) => state === 'running' && tools > 0)
    expect(states).toEqual(['waiting', 'starting', 'running'])
    expect(Number(await readFile(pids, 'utf8'))).not.toBe(pid)
  })

  it('goes on when others come and go, ends when it is taken out, and is started anew when that is asked', async () => {
    const files = node(FILESYSTEM, space.folder)
    const servers = await started({ files })
    const [before] = servers.tools()
    servers.configure({ files: { ...files }, broken: node('-e', 'process.exit(3)') })
    expect([servers.states().map(({ name }) => name), servers.tools()[0] === before]).toEqual([
      ['files', 'broken'],
      true,
    ])
    servers.configure({ files })
    expect([servers.restart('files'), servers.restart('broken')]).toEqual([true, false])
    expect(servers.states().map(({ state }) => state)).toEqual(['starting'])
    await until(servers, ({ state }) => state === 'running')
    expect(servers.tools()[0] === before).toBe(false)
    servers.configure({})
    expect([servers.states(), servers.tools()]).toEqual([[], []])
  })
})

describe('a server that does not work', { timeout: TIMEOUT_MS }, () => {
  it('is shown with the last thing that it said', async () => {
    const servers = await started(
      { broken: node('-e', 'console.error("no such token"); process.exit(3)') },
      { firstPauseMs: 60_000 },
    )
    expect(servers.states()).toEqual([
      {
        name: 'broken',
        transport: 'stdio',
        state: 'waiting',
        message: expect.stringMatching(/: no such token; tried again in 60 s$/),
        reason: 'it ended before it answered: no such token',
        tools: 0,
      },
    ])
  })

  it('is shown when there is no such program', async () => {
    const config: ToolServerConfig = { transport: 'stdio', command: '/no/such/program', args: [], env: {} }
    const servers = await started({ missing: config }, { firstPauseMs: 60_000 })
    expect(servers.states()[0]?.message).toMatch(/ENOENT/)
  })

  it('keeps nobody waiting when it says nothing', async () => {
    const servers = open({ silent: node('-e', 'setInterval(() => {}, 1000)') }, { readyWithinMs: 20 })
    servers.start()
    await servers.ready(new AbortController().signal)
    expect([servers.tools(), servers.states()[0]?.state]).toEqual([[], 'starting'])
  })

  it('is not started before it is needed', () => {
    expect(open({ every: node(EVERYTHING, 'stdio') }).states()).toEqual([
      { name: 'every', transport: 'stdio', state: 'off', message: '', tools: 0 },
    ])
  })

  it('sees no keys of ours', async () => {
    const script = `require('fs').writeFileSync(${JSON.stringify(join(space.outside, 'env'))}, Object.keys(process.env).join())`
    process.env['IKIGAI_TEST_SECRET'] = 'x'
    await started({ curious: node('-e', script) }, { firstPauseMs: 60_000 })
    delete process.env['IKIGAI_TEST_SECRET']
    expect(await readFile(join(space.outside, 'env'), 'utf8')).not.toMatch(/IKIGAI|API_KEY/)
  })
})

it('names tools so that every provider takes the name', () => {
  const names = serverToolNames('9 lives', ['get thing', 'get.thing', 'x'.repeat(80), 'ünïcödé'])
  expect(names.slice(0, 1)).toEqual(['s9_lives__get_thing'])
  expect(names.every((name) => /^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(name))).toBe(true)
  expect(new Set(names).size).toBe(4)
})
