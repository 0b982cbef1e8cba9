import { beforeEach, expect, it } from 'vitest'

import { AgentTree } from '../../../src/main/core/agents/agent-tree.ts'
import { PluginTools } from '../../../src/main/core/instructions/plugin-tools.ts'
import type { PluginPlace, PluginServer, PluginServers } from '../../../src/main/core/ports/plugin-ports.ts'
import type { ServerTool } from '../../../src/main/core/ports/tool-server-ports.ts'
import { agentSummary } from '../../support/agent-summary.ts'
import { ok, refuse } from '../../../src/shared/result.ts'
import type { SandboxLevel } from '../../../src/shared/sandbox.ts'

const SERVER: PluginServer = {
  transport: 'plugin',
  plugin: { name: 'tools', path: '/shop/.agents/plugins/tools/plugin.json' },
  name: 'main',
  command: 'node',
  args: [],
  env: {},
  cwd: './',
  sha256: 'aa',
}
const SITE = { agentId: 'a', turnId: 't', callId: 'c' }
const never = new AbortController().signal

let running: Map<string, readonly string[]>
let folders: Record<string, string>
let levels: Record<string, SandboxLevel>
let used: readonly PluginServer[] | null
let off: readonly string[]
let killed: readonly string[]
let plugins: PluginTools
/** The reading of an agent's folder takes until then. */
let slow: Record<string, Promise<unknown>>

const keyOf = ({ folder, level }: PluginPlace): string => `${folder} ${level}`

const tool = (hash: string): ServerTool => ({
  server: 'plugin/tools/main',
  definition: { name: 'plugin_tools_main__read', description: '', parameters: {} },
  inputSchema: {},
  foreign: { hash, text: '', differenceFrom: () => '' },
  prepare: async () => ({ ok: false, message: 'prepared' }),
})

class TestTree extends AgentTree {
  override get(id: string) {
    return agentSummary({ id, status: killed.includes(id) ? 'killed' : 'running' })
  }
}

beforeEach(() => {
  running = new Map()
  folders = { a: '/shop', b: '/shop', c: '/other' }
  levels = {}
  used = [SERVER]
  off = []
  killed = []
  slow = {}
  const pluginServers: PluginServers = {
    configure: (place, servers) =>
      void (servers.length === 0
        ? running.delete(keyOf(place))
        : running.set(
            keyOf(place),
            servers.map(({ sha256 }) => sha256),
          )),
    ready: () => Promise.resolve(),
    tools: (place) => (running.get(keyOf(place)) ?? []).map(tool),
    missing: () => [],
    states: () => [],
    onStateChange: () => () => undefined,
    close: () => Promise.resolve(),
  }
  plugins = new PluginTools({
    pluginServers,
    folderOf: async (id) => {
      await slow[id]
      return ok(folders[id] ?? '')
    },
    sandboxLevelOf: (id) => Promise.resolve(ok(levels[id] ?? 'workspace')),
    instructions: { isOn: (id) => Promise.resolve(ok(!off.includes(id))) },
    tree: new TestTree(),
    skills: {
      servers: async (folder) => {
        const read = used
        await slow[folder]
        return read === null ? refuse('No database.') : ok(folder === '/shop' ? read : [])
      },
    },
  })
})

const names = (id: string) => plugins.tools(id).map(({ definition }) => definition.name)

it('run for the agents of their folder alone', async () => {
  for (const id of ['a', 'b', 'c']) await plugins.ready(id, never)
  expect([...running.keys()]).toEqual(['/shop workspace'])
  expect([names('a'), names('c'), names('d')]).toEqual([['plugin_tools_main__read'], [], []])
})

it('are confined where the agent is not, and separate where it is confined more', async () => {
  levels = { a: 'off', b: 'read-only' }
  for (const id of ['a', 'b']) await plugins.ready(id, never)
  expect([...running.keys()]).toEqual(['/shop workspace', '/shop read-only'])
})

it('end when the plugin may no longer be used, also if that cannot be found out', async () => {
  await plugins.ready('a', never)
  used = []
  await plugins.refresh()
  expect(running.size).toBe(0)
  used = [SERVER]
  await plugins.ready('a', never)
  expect(running.size).toBe(1)
  used = null
  await plugins.refresh()
  expect(running.size).toBe(0)
})

it('refuse a call whose plugin was switched off or changed after the turn began', async () => {
  await plugins.ready('a', never)
  const [read] = plugins.tools('a')
  const call = () => read?.prepare({}, SITE)
  expect(await call()).toMatchObject({ message: 'prepared' })
  used = [{ ...SERVER, sha256: 'bb' }]
  expect(await call()).toMatchObject({ message: 'plugin/tools/main is switched off, or does not run now.' })
  used = []
  expect(await call()).toMatchObject({ message: 'plugin/tools/main is switched off, or does not run now.' })
  expect(running.size).toBe(0)
})

it('end with the last agent of their folder', async () => {
  for (const id of ['a', 'b']) await plugins.ready(id, never)
  killed = ['a']
  await plugins.refresh()
  expect(running.size).toBe(1)
  folders = { b: '/other' }
  await plugins.ready('b', never)
  expect(running.size).toBe(0)
})

it('do not run for an agent whose instructions are switched off', async () => {
  off = ['a']
  await plugins.ready('a', never)
  expect(running.size).toBe(0)
})

it('of one agent do not wait for what is read for another', async () => {
  slow = { a: new Promise(() => undefined) }
  void plugins.ready('a', never)
  await plugins.ready('b', never)
  expect([names('a'), names('b')]).toEqual([[], ['plugin_tools_main__read']])
})

it('are not replaced by what another agent has read before', async () => {
  const reading = Promise.withResolvers<void>()
  slow = { '/shop': reading.promise }
  const older = plugins.ready('a', never)
  await new Promise((resolve) => setImmediate(resolve))
  slow = {}
  used = [{ ...SERVER, sha256: 'bb' }]
  await plugins.ready('b', never)
  reading.resolve()
  await older
  expect([...running.values()]).toEqual([['bb']])
})
