import { mkdir, mkdtemp, readFile, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transformWithOxc } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { toolEnvironment } from '../../src/main/adapters/environment/tool-environment.ts'
import { createPluginServers } from '../../src/main/adapters/tools/mcp/create-plugin-servers.ts'
import { linuxSandbox } from '../../src/main/adapters/tools/sandbox/linux-sandbox.ts'
import type { PluginServers } from '../../src/main/core/ports/plugin-ports.ts'
import { ApprovalClient } from '../support/approval-client.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { asks } from '../support/provider-simulator/conversation-texts.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { HAS_SANDBOX } from '../support/sandbox/has-sandbox.ts'

const SERVER = join(import.meta.dirname, '..', 'support', 'tool-server.ts')
const SCHEMAS = 'https://agent-plugins.org/schemas/1.0.0'
const TOOL = 'plugin_tools_main__read'

let directory: string
let simulator: Simulator
let servers: PluginServers
let real: RealEngine
let inbox: ApprovalClient

beforeAll(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-plugin-servers-')))
  const [environment, homeDirectory] = [toolEnvironment(process.env, []), join(directory, 'home')]
  const places = { homeDirectory, ownFolders: [], openFolder: join(directory, 'output') }
  servers = createPluginServers({
    environment,
    maxOutputSize: 1_048_576,
    outputDirectory: join(directory, 'output'),
    clientVersion: '0.0.0',
    sandbox: linuxSandbox({ places, path: environment['PATH'] ?? '' }),
    dataFolder: join(directory, 'plugin-data'),
    readyWithinMs: 30_000,
  })
  simulator = await startSimulator()
  real = await openRealEngine(simulator.environment(), { attended: true, homeDirectory, pluginServers: servers })
  inbox = new ApprovalClient(real.engine)
})
afterAll(() => closeAll(inbox, real, simulator, directory))

/** Makes a project with a plugin whose server has one tool. */
async function makeProject(name: string): Promise<string> {
  const plugin = join(directory, name, '.agents', 'plugins', 'tools')
  await mkdir(plugin, { recursive: true })
  await mkdir(join(directory, name, '.git'))
  // Where the checkout is hidden in the sandbox, `node` is the machine's own, which may not run TypeScript.
  const { code } = await transformWithOxc(await readFile(SERVER, 'utf8'), SERVER)
  await writeFile(join(plugin, 'server.mjs'), code)
  const main = { type: 'stdio', command: 'node', args: ['server.mjs', 'tools.json'] }
  const files = {
    'plugin.json': { $schema: `${SCHEMAS}/plugin.schema.json`, name: 'tools' },
    'mcp.json': { $schema: `${SCHEMAS}/mcp.schema.json`, mcpServers: { main } },
    'tools.json': [{ name: 'read', description: '', inputSchema: { type: 'object', properties: {} } }],
  }
  for (const [file, value] of Object.entries(files)) await writeFile(join(plugin, file), JSON.stringify(value))
  return join(directory, name)
}

async function openAgent(folder: string): Promise<Pane> {
  const pane = await Pane.create(real.engine, 'claude-haiku-4-5/none')
  valueOf(await real.engine.agents.setFolder({ agentId: pane.agentId, folder }))
  return pane
}

/** Sends a prompt that makes the model call the tool; resolves when the call is asked about. */
async function call(pane: Pane, text: string) {
  const blocks = [{ type: 'tool_call', name: TOOL, arguments: { about: text } }] as const
  simulator.enqueue('anthropic', { type: 'script', blocks }, asks(text))
  simulator.enqueue('anthropic', textAnswer('Done.'), asks(text))
  const end = pane.type(text)
  return { end, question: await inbox.asked(JSON.stringify({ about: text })) }
}

const offered = (): boolean => JSON.stringify(simulator.requests.at(-1)?.body['tools'] ?? []).includes(TOOL)

async function say(pane: Pane, text: string): Promise<boolean> {
  simulator.enqueue('anthropic', textAnswer('Yes.'), asks(text))
  await pane.type(text)
  return offered()
}

it.runIf(HAS_SANDBOX)(
  'servers of plugins run for the agents of a trusted folder, until that ends (skipped where bubblewrap cannot be used)',
  async () => {
    const [shop, clone] = [await makeProject('shop'), await makeProject('clone')]
    const pane = await openAgent(shop)
    valueOf(await real.engine.instructions.trust({ folder: shop, trusts: false }))
    expect([await say(pane, 'refused'), servers.states()]).toEqual([false, []])

    valueOf(await real.engine.instructions.trust({ folder: shop, trusts: true }))
    const asked = await call(pane, 'first')
    expect(asked.question).toMatchObject({ tool: TOOL, access: 'network', isInFolder: false })
    const always = { type: 'allow', for: 'always', pattern: null } as const
    valueOf(await real.engine.approvals.answer({ approvalId: asked.question.id, answer: always }))
    await asked.end
    expect(pane.last('tool_result')?.content).toBe('{"about":"first"}')

    // Another project’s plugin of the same name and definition is another one.
    valueOf(await real.engine.instructions.trust({ folder: clone, trusts: true }))
    const other = await openAgent(clone)
    const again = await call(other, 'second')
    expect(again.question.tool).toBe(TOOL)
    valueOf(await real.engine.approvals.answer({ approvalId: again.question.id, answer: { type: 'deny' } }))
    await again.end
    expect(servers.states().map(({ pluginFolder }) => pluginFolder)).toEqual([shop, clone])

    valueOf(await real.engine.instructions.trust({ folder: clone, trusts: false }))
    const path = join(shop, '.agents', 'plugins', 'tools', 'plugin.json')
    expect(servers.states().map(({ pluginFolder }) => pluginFolder)).toEqual([shop])
    valueOf(await real.engine.skills.set({ path, isOn: false }))
    expect([servers.states(), await say(pane, 'off')]).toEqual([[], false])
    valueOf(await real.engine.skills.set({ path, isOn: true }))
    expect(await say(pane, 'on')).toBe(true)
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: '/kill' }))
    await pane.until(() => servers.states().length === 0)
  },
)
