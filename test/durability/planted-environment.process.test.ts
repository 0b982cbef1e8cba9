import { spawn } from 'node:child_process'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { OwnedConnection } from '../../src/renderer/connection/connect.ts'
import { PROVIDER_NAMES, type ApiProviderName } from '../../src/shared/providers.ts'
import { valueOf } from '../support/drive-agent.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { type RecordingRelay, startRecordingRelay } from '../support/recording-relay.ts'
import { BIN, makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'
import { type ServedApp, serveApp } from '../support/serve-app.ts'
import { connectToApp } from '../support/socket-to.ts'

const ROOT = join(import.meta.dirname, '..', '..', 'node_modules')
const SDKS = [
  'openai/**/*.mjs',
  '@anthropic-ai/sdk/**/*.mjs',
  '@google/genai/dist/node/index.mjs',
  '@modelcontextprotocol/client/dist/**/*.mjs',
  'google-auth-library/build/src/**/*.js',
]
const READ = /(?:readEnv|getEnv)\(\s*['"](\w+)['"]|\benv(?:\.(\w+)|\[['"](\w+)['"]\])/g

/** Where things are: every program needs them, and none is sent. */
const PLACES = new Set(['HOME', 'PATH', 'APPDATA', 'USERPROFILE', 'XDG_CONFIG_HOME', 'NODE_ENV'])

/** Every variable that the installed libraries look for: a new version with a new one is tested at once. */
function variablesOfSdks(): readonly string[] {
  const files = globSync(SDKS, { cwd: ROOT })
  const names = files.flatMap((file) =>
    Array.from(readFileSync(join(ROOT, file), 'utf8').matchAll(READ), ([, called, dotted, quoted]) => {
      return called ?? dotted ?? quoted ?? ''
    }),
  )
  return [...new Set(names)].filter((name) => /^[A-Za-z][A-Za-z0-9_]*$/.test(name) && !PLACES.has(name)).toSorted()
}

const MODELS: Readonly<Record<ApiProviderName, string>> = {
  anthropic: 'claude-haiku-4-5/none',
  openai: 'gpt-5-mini/low',
  google: 'gemini-2.5-flash/none',
  xai: 'grok-4/low',
  meta: 'llama-4-maverick/none',
  mistral: 'mistral-medium-latest/none',
  moonshot: 'kimi-k2-0905-preview/none',
  openrouter: 'openrouter/meta-llama/llama-4/none',
  local: 'local/qwen3:8b/none',
}

const keyOf = (provider: string): string => `OWN-KEY-OF-${provider.toUpperCase()}`

/** A value that is found again wherever it goes. */
function plantedValue(name: string): string {
  if (/CUSTOM_HEADERS/.test(name)) return `Authorization: Bearer PLANTED-${name}\nX-Planted: PLANTED-${name}`
  if (/_USE_|OPEN_TELEMETRY$/.test(name)) return 'true'
  if (/URL|ENDPOINT/.test(name)) return `http://planted.invalid/PLANTED-${name}`
  return `PLANTED-${name}`
}

/** Text of `/proc/PID/environ`. */
const environOf = (pid: number): string => readFileSync(`/proc/${pid}/environ`, 'utf8')

describe('variables that the libraries of the providers look for', () => {
  let simulator: Simulator
  let relay: RecordingRelay
  let workspace: Workspace
  let app: ServedApp
  let window: OwnedConnection

  beforeAll(async () => {
    simulator = await startSimulator()
    relay = await startRecordingRelay(simulator.port)
    const planted = Object.fromEntries(variablesOfSdks().map((name) => [name, plantedValue(name)]))
    const own = Object.entries(simulator.environment()).map(([name, value]): readonly [string, string] => [
      name,
      name.endsWith('_API_KEY') ? keyOf(providerOf(name)) : value.replace(String(simulator.port), String(relay.port)),
    ])
    workspace = await makeWorkspace({ ...planted, GEMINI_API_KEY: 'PLANTED-GEMINI', ...Object.fromEntries(own) })
    app = await serveApp(workspace)
    window = await connectToApp(app.url)
  })

  afterAll(async () => {
    window.close()
    await app.stop()
    await workspace.remove()
    await relay.close()
    await simulator.close()
  })

  const providerOf = (variable: string): string => variable.replace('_API_KEY', '').toLowerCase()

  async function ask(model: string, asking = window): Promise<readonly string[]> {
    const before = relay.requests.length
    const { id } = valueOf(await asking.client.agents.create({ model }))
    const ended = Promise.withResolvers<void>()
    asking.followAgent(id, (items) => {
      for (const item of items) if (item.type === 'live' && item.event.type === 'turn_ended') ended.resolve()
    })
    valueOf(await asking.client.agents.submit({ agentId: id, text: 'Hello' }))
    await ended.promise
    return relay.requests.slice(before)
  }

  it('are found in their sources', () => {
    expect(variablesOfSdks()).toEqual(
      expect.arrayContaining([
        'OPENAI_CUSTOM_HEADERS',
        'OPENAI_ORG_ID',
        'ANTHROPIC_CUSTOM_HEADERS',
        'ANTHROPIC_AUTH_TOKEN',
        'GOOGLE_GENAI_USE_VERTEXAI',
        'GOOGLE_APPLICATION_CREDENTIALS',
      ]),
    )
  })

  it.each(PROVIDER_NAMES)('reach no request to %s, whose own key goes nowhere else', async (provider) => {
    const sent = (await ask(MODELS[provider])).join('\n')
    expect(sent).not.toBe('')
    expect(sent.match(/PLANTED[\w-]*/gi) ?? []).toEqual([])
    const keys = new Set(sent.match(/OWN-KEY-OF-[A-Z]+/g))
    expect([...keys]).toEqual(provider === 'local' ? [] : [keyOf(provider)])
  })

  it('reach no demo, whose answers are no requests and whose keys are not yours', async () => {
    const demo = await connectToApp(await app.freshAddress(), { showsDemo: true })
    const own = await window.client.credentials.list()
    const shown = await demo.client.credentials.list()
    const ends = own.flatMap(({ endsIn }) => endsIn ?? [])
    expect(ends).not.toEqual([])
    expect(shown.filter(({ endsIn }) => endsIn !== null && ends.includes(endsIn))).toEqual([])
    for (const provider of ['anthropic', 'openai', 'google'] as const) {
      expect(await ask(MODELS[provider], demo)).toEqual([])
    }
    valueOf(await demo.client.credentials.set({ provider: 'openai', key: 'sk-of-the-demo' }))
    valueOf(await demo.client.credentials.remove({ provider: 'anthropic' }))
    expect(await window.client.credentials.list()).toEqual(own)
    demo.close()
  })

  it.runIf(process.platform === 'linux')('are not shown in the environment of the process', () => {
    const environ = environOf(app.process.child.pid ?? 0)
    expect(environ.match(/PLANTED[\w-]*|OWN-KEY[\w-]*/g) ?? []).toEqual([])
    expect(environ).toContain(`IKIGAI_DATA_DIR=${workspace.environment['IKIGAI_DATA_DIR']}`)
  })
})

describe('the environment of programs', () => {
  const SECRETS = {
    GITHUB_TOKEN: 'PLANTED-1',
    AWS_SECRET_ACCESS_KEY: 'PLANTED-2',
    ANTHROPIC_AUTH_TOKEN: 'PLANTED-3',
    ANTHROPIC_API_KEY: 'PLANTED-4',
    NPM_CONFIG__AUTH: 'PLANTED-5',
    PGPASSWORD: 'PLANTED-6',
    MY_TOOL_HOME: 'named in config.json',
    LC_TIME: 'de_DE.UTF-8',
  }
  let simulator: Simulator
  let workspace: Workspace

  beforeAll(async () => {
    simulator = await startSimulator()
    workspace = await makeWorkspace({ ...simulator.environment(), ...SECRETS })
    const folder = workspace.environment['IKIGAI_CONFIG_DIR'] ?? ''
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'config.json'), '{ "tool_environment": ["MY_TOOL_HOME"], "sandbox": "off" }', {
      mode: 0o600,
    })
  })

  afterAll(() => closeAll(workspace, simulator))

  it('holds what config.json names and no secret, not even through the process of the engine', async () => {
    // The first process above the command is the one that ends what it leaves behind, the second one the engine.
    const command =
      'env; p=$PPID; for _ in 1 2; do tr "\\0" "\\n" < /proc/$p/environ; p=$(awk "/^PPid/ { print \\$2 }" /proc/$p/status); done'
    simulator.enqueue('anthropic', {
      type: 'script',
      blocks: [{ type: 'tool_call', name: 'bash', arguments: { command } }],
    })
    const args = ['run', '--json', '--model', 'claude-haiku-4-5/none', '--allow', 'bash', 'Show the environment']
    const { stdout } = await runIkigai(args, workspace.environment, workspace.directory)
    expect(stdout).toContain('MY_TOOL_HOME=named in config.json')
    expect(stdout).toContain('LC_TIME=de_DE.UTF-8')
    expect(stdout).toContain('IKIGAI_KEYCHAIN=off')
    expect(stdout.match(/PLANTED-\d|simulator-key/g) ?? []).toEqual([])
  })

  it.runIf(process.platform === 'linux')('is empty in a launcher that waits for a newer Node', async () => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } })`
    const options = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, BIN, 'serve', '--port', '0']
    const child = spawn(process.execPath, options, { env: workspace.environment, stdio: ['ignore', 'pipe', 'ignore'] })
    const closed = new Promise((resolve) => child.on('close', resolve))
    for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('http')) break
    const pids = [child.pid ?? 0, ...childrenOf(child.pid ?? 0)]
    expect(pids).toHaveLength(2)
    const shown = pids.map(environOf).join('\n')
    child.kill('SIGTERM')
    await closed
    expect(shown.match(/PLANTED-\d|simulator-key/g) ?? []).toEqual([])
  })
})

function childrenOf(parent: number): readonly number[] {
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))
  return pids.map(Number).filter((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
    } catch {
      return false
    }
  })
}
