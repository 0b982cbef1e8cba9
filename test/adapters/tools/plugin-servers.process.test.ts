import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createPluginServers } from '../../../src/main/adapters/tools/mcp/create-plugin-servers.ts'
import { linuxSandbox } from '../../../src/main/adapters/tools/sandbox/linux-sandbox.ts'
import type { PluginPlace, PluginServer, PluginServers } from '../../../src/main/core/ports/plugin-ports.ts'
import type { Sandbox } from '../../../src/main/core/ports/sandbox-ports.ts'
import { noProcessIn } from '../../support/processes-in.ts'
import { CALL, ESCAPE_ATTEMPTS } from '../../support/sandbox/escape-attempts.ts'
import { type EscapeRoom, makeEscapeRoom, NO_DAMAGE, SECRET } from '../../support/sandbox/escape-room.ts'
import { HAS_SANDBOX } from '../../support/sandbox/has-sandbox.ts'
import { runTool } from './tool-folder.ts'

const SERVER = join(import.meta.dirname, '..', '..', 'support', 'tool-server.ts')
const TIMEOUT_MS = 120_000
const inputSchema = { type: 'object', properties: { line: { type: 'string' } } }

let room: EscapeRoom
let root: string
let data: string
let servers: PluginServers
let place: PluginPlace

beforeEach(async () => {
  room = await makeEscapeRoom(process.getuid?.() ?? 0)
  root = join(room.folder, '.agents', 'plugins', 'tools')
  place = { folder: room.folder, level: 'workspace' }
  data = await mkdtemp('/var/tmp/ikigai-plugin-data-')
  await mkdir(root, { recursive: true })
  await copyFile(SERVER, join(root, 'server.ts'))
  await writeFile(join(root, 'tools.json'), JSON.stringify([{ name: 'sh', description: '', inputSchema }]))
})
afterEach(async () => {
  await servers.close()
  await Promise.all([room.remove(), rm(data, { recursive: true, force: true })])
})

function entry(changes: Partial<PluginServer> = {}): PluginServer {
  return {
    transport: 'plugin',
    plugin: { name: 'tools', path: join(root, 'plugin.json') },
    name: 'main',
    command: 'node',
    args: ['server.ts', 'tools.json'],
    env: {},
    cwd: './',
    sha256: 'aa',
    ...changes,
  }
}

/** Runs them in the sandbox of this system. */
function start(...wanted: readonly PluginServer[]): Promise<void> {
  const { places, environment } = room.context
  return startIn(linuxSandbox({ places, path: environment['PATH'] ?? '', tmpBytes: 1024 ** 2 }), wanted)
}

async function startIn(sandbox: Sandbox, wanted: readonly PluginServer[]): Promise<void> {
  servers = createPluginServers({
    ...room.context,
    clientVersion: '0.0.0',
    sandbox,
    dataFolder: data,
    firstPauseMs: 60_000,
    readyWithinMs: TIMEOUT_MS,
  })
  servers.configure(place, wanted)
  await servers.ready(place, new AbortController().signal)
}

/** What bash says to a line that the plugin's server runs, and its exit code. */
async function ran(line: string): Promise<string> {
  const [tool] = servers.tools(place)
  if (tool === undefined) throw new Error(servers.states()[0]?.message)
  return (await runTool(tool, { line })).content
}

describe.runIf(HAS_SANDBOX)(
  'the server of a plugin (skipped where bubblewrap cannot be used)',
  { timeout: TIMEOUT_MS },
  () => {
    it(`takes none of ${ESCAPE_ATTEMPTS.length} ways out of its folder`, async () => {
      await start(entry())
      const variables = Object.entries(room.targets).map(([name, value]) => `export ${name}='${value}'`)
      const tidy = `cd ${room.folder}; [ -e moved ] && mv moved nested; [ -e others ] && mv others packages`
      const script = ESCAPE_ATTEMPTS.map(
        ({ line }, index) => `${tidy}\nif (\n${line}\n) >/dev/null 2>&1\nthen echo "${index} reached"; fi`,
      )
      const said = await ran([...variables, CALL, ...script, 'echo done'].join('\n'))
      const reached = [...said.matchAll(/(\d+) reached/g)].map(([, index]) => ESCAPE_ATTEMPTS[Number(index)]?.name)
      expect({ reached, damage: await room.damage(), isDone: said.includes('done') }).toEqual({
        reached: [],
        damage: NO_DAMAGE,
        isDone: true,
      })
    })

    it('gets nothing by what its mcp.json says: paths in arguments, variables that act on the sandbox', async () => {
      const out = room.targets['OUT'] ?? ''
      const home = join(room.folder, '..', 'home')
      const env = { LD_DEBUG: 'files', LD_DEBUG_OUTPUT: join(out, 'escaped'), GIVEN: '${PLUGIN_ROOT}' }
      const before = await readdir(out)
      process.env['IKIGAI_TEST_SECRET'] = SECRET
      await start(entry({ args: ['server.ts', 'tools.json', out, home], env }))
      delete process.env['IKIGAI_TEST_SECRET']
      const line = `unset LD_DEBUG; echo x > ${out}/new; cat ${home}/notes.txt; env; echo "$GIVEN"`
      const said = await ran(line)
      expect(said).toContain(`GIVEN=${root}`)
      expect({ isSecretShown: said.includes(SECRET), outside: await readdir(out) }).toEqual({
        isSecretShown: false,
        outside: before,
      })
    })

    it('writes in the folder and in its own data, and ends when it is switched off', async () => {
      await start(entry({ cwd: '${PLUGIN_DATA}', args: ['${PLUGIN_ROOT}/server.ts', '${PLUGIN_ROOT}/tools.json'] }))
      expect(servers.states()).toMatchObject([
        { name: 'plugin/tools/main', message: 'hand-written 1, inside the sandbox', pluginFolder: room.folder },
      ])
      const [tool] = servers.tools(place)
      expect(tool?.definition.name).toBe('plugin_tools_main__sh')
      expect(await ran(`echo kept > data; echo made > ${room.folder}/made.txt; cat data`)).toBe('0 kept')
      expect(await readFile(join(room.folder, 'made.txt'), 'utf8')).toBe('made\n')
      servers.configure(place, [])
      expect([servers.tools(place), servers.states()]).toEqual([[], []])
      await servers.close()
      await noProcessIn(room.folder)
    })

    it('writes nothing in the folder for an agent that only reads', async () => {
      place = { ...place, level: 'read-only' }
      await start(entry())
      expect(await ran(`echo made > ${room.folder}/made.txt`)).toMatch(/^1 .*Read-only file system/)
    })

    it('is not started if its program or its folder is not in the plugin', async () => {
      await symlink('/bin/sh', join(root, 'link'))
      await start(
        entry({ name: 'link', command: './link' }),
        entry({ name: 'above', cwd: './../..' }),
        entry({ name: 'none', command: './none' }),
      )
      expect(servers.states().map(({ state, message }) => [state, message.split(';')[0]])).toEqual([
        ['waiting', 'its command leads out of the plugin'],
        ['waiting', 'its cwd leads out of the plugin'],
        ['waiting', 'its command does not exist'],
      ])
    })
  },
)

it('the server of a plugin is not started where there is no sandbox', async () => {
  const reason = 'There is none.'
  const confine = () => Promise.reject(new Error('It was confined all the same.'))
  await startIn({ problem: async () => reason, confine }, [entry()])
  expect(servers.states()[0]).toMatchObject({ state: 'waiting', message: expect.stringContaining(reason) })
})
