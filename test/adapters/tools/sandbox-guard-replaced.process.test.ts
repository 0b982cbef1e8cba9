import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { bashTool } from '../../../src/main/adapters/tools/bash-tool.ts'
import { createHookPrograms } from '../../../src/main/adapters/tools/hook-program.ts'
import { createMcpServers } from '../../../src/main/adapters/tools/mcp/create-mcp-servers.ts'
import { createPluginServers } from '../../../src/main/adapters/tools/mcp/create-plugin-servers.ts'
import { HAS_SANDBOX } from '../../support/sandbox/has-sandbox.ts'
import { type EscapeRoom, makeEscapeRoom, SECRET } from '../../support/sandbox/escape-room.ts'
import { prepared } from './tool-folder.ts'

const NEW = `new-${SECRET}`

/** Protected places that are there when a program starts, in the room. A name that ends in `/` is a folder. */
const FILES = ['agent/.bashrc', 'agent/packages/.gitconfig', 'agent/packages/one/.zshrc', 'agent/tree/.git']
const HIDDEN = ['agent/.env', 'agent/.aws/', 'agent/packages/one/.ssh/', 'agent/node_modules/p/.gnupg/', 'settings/']
const READ_ONLY = [...FILES, 'agent/.git/', 'agent/nested/.git/']

/** How a user or an editor replaces it. */
const WAYS: Readonly<Record<string, (path: string) => Promise<void>>> = {
  'it is moved and made anew': (path) => rename(path, `${path}.old`),
  'it is removed and made anew': (path) => rm(path, { recursive: true }),
}

let room: EscapeRoom
beforeEach(async () => {
  room = await makeEscapeRoom(process.getuid?.() ?? 0)
  for (const name of [...FILES, ...HIDDEN]) {
    const path = at(name)
    await mkdir(name.endsWith('/') ? path : dirname(path), { recursive: true })
    if (!name.endsWith('/')) await writeFile(path, 'before')
  }
})
afterEach(() => room.remove())

const at = (name: string): string => join(room.folder, '..', name).replace(/\/$/, '')

/** Replaces a place. What is made anew holds the new secret. */
async function replace(name: string, way: string): Promise<void> {
  await WAYS[way]?.(at(name))
  if (!name.endsWith('/')) return writeFile(at(name), NEW)
  await mkdir(join(at(name), 'hooks'), { recursive: true })
  return writeFile(join(at(name), 'secret'), NEW)
}

const CASES = [...HIDDEN, ...READ_ONLY].flatMap((name) => Object.keys(WAYS).map((way) => ({ name, way })))

describe.runIf(HAS_SANDBOX)('a protected place that is replaced while a command runs', { timeout: 60_000 }, () => {
  it.each(CASES)('ends the command: $name, $way', async ({ name, way }) => {
    // Longer than the moment in which the replacement is found.
    const line = `touch waiting; echo up; for ((n = 0; n < 40; n++)); do sleep 0.5; grep -rs 'new-the' '${at(name)}'; (echo evil > '${at(name)}/hooks/x'; echo evil > '${at(name)}') 2>/dev/null; done`
    const call = await prepared(bashTool(room.context), { command: line, timeout_seconds: 40 })
    let replaced: Promise<void> | undefined
    const { content } = await call.run({
      signal: new AbortController().signal,
      onOutput: () => {
        if (existsSync(join(room.folder, 'waiting'))) replaced ??= replace(name, way)
      },
    })
    await replaced
    expect(content).toContain(`${at(name)} was replaced outside the sandbox while this ran`)
    expect(content).not.toContain(NEW)
    const after = name.endsWith('/') ? await readdir(join(at(name), 'hooks')) : await readFile(at(name), 'utf8')
    expect(after).toEqual(name.endsWith('/') ? [] : NEW)
  })
})

const REPLACED = /\.env was replaced outside the sandbox while this ran/
const WAY = 'it is moved and made anew'
const SERVER = join(import.meta.dirname, '..', '..', 'support', 'tool-server.ts')
const TOOLS = [{ name: 'sh', description: '', inputSchema: { type: 'object', properties: {} } }]

describe.runIf(HAS_SANDBOX)('a protected file that is replaced', { timeout: 120_000 }, () => {
  it('ends a hook that runs inside, which fails', async () => {
    const { context, folder } = room
    const hooks = createHookPrograms(context.environment, context.sandboxing?.sandbox ?? null)
    const command = ['bash', '-c', 'touch waiting; sleep 60; cat .env']
    const { signal } = new AbortController()
    const end = hooks.run({ command, folder, input: {}, level: 'workspace', timeoutMs: 60_000, signal })
    await expect.poll(() => existsSync(join(folder, 'waiting'))).toBe(true)
    await replace('agent/.env', WAY)
    expect(await end).toEqual({ type: 'failed', message: expect.stringMatching(REPLACED) })
  })

  it('ends a tool server, which starts again without it', async () => {
    const { context, folder } = room
    const config = { transport: 'stdio' as const, command: process.execPath, env: {}, cwd: folder }
    await copyFile(SERVER, join(folder, 'server.ts'))
    await writeFile(join(folder, 'tools.json'), JSON.stringify(TOOLS))
    const servers = createMcpServers(
      { one: { ...config, args: ['server.ts', 'tools.json'] } },
      { ...context, clientVersion: '0', sandbox: () => context.sandboxing?.sandbox ?? null, firstPauseMs: 60_000 },
    )
    try {
      servers.start()
      await servers.ready(new AbortController().signal)
      expect(servers.states()).toMatchObject([{ state: 'running' }])
      await replace('agent/.env', WAY)
      await expect.poll(() => servers.states()[0]?.message).toMatch(REPLACED)
      expect(processesIn(folder)).toEqual([])
    } finally {
      await servers.close()
    }
  })

  it('ends the server of a plugin', async () => {
    const { context, folder } = room
    const root = join(folder, '.agents', 'plugins', 'tools')
    await mkdir(root, { recursive: true })
    await copyFile(SERVER, join(root, 'server.ts'))
    await writeFile(join(root, 'tools.json'), JSON.stringify(TOOLS))
    const sandbox = context.sandboxing?.sandbox
    if (sandbox === undefined) throw new Error('no sandbox')
    const dataFolder = at('outside/data')
    const servers = createPluginServers({ ...context, clientVersion: '0', sandbox, dataFolder, firstPauseMs: 60_000 })
    const place = { folder, level: 'workspace' as const }
    try {
      const plugin = { name: 'tools', path: join(root, 'plugin.json') }
      const entry = { command: 'node', args: ['server.ts', 'tools.json'], env: {}, cwd: './', sha256: 'aa' }
      servers.configure(place, [{ transport: 'plugin', plugin, name: 'main', ...entry }])
      await servers.ready(place, new AbortController().signal)
      expect(servers.states()).toMatchObject([{ state: 'running' }])
      await replace('agent/.env', WAY)
      await expect.poll(() => servers.states()[0]?.message).toMatch(REPLACED)
    } finally {
      await servers.close()
    }
  })
})

/** The command lines of processes that run a file of the folder. */
function processesIn(folder: string): readonly string[] {
  const all = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n')
  return all.filter((line) => line.startsWith(process.execPath) && line.includes(join(folder, 'server.ts')))
}
