import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { OwnedConnection } from '../../src/renderer/connection/connect.ts'
import { valueOf } from '../support/drive-agent.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'
import { type ServedApp, serveApp } from '../support/serve-app.ts'
import { connectToApp } from '../support/socket-to.ts'
import { plainClient } from '../adapters/storage/support/test-storage.ts'

/** Keys with a core that nothing else has: a part of one is a leak too, but for its last characters. */
const KEYS = {
  anthropic: 'sk-ant-PLANTEDANTHROPICKEY0123456789-aaaa',
  openai: 'sk-proj-PLANTEDOPENAIKEY0123456789-bbbb',
  google: 'AIzaPLANTEDGOOGLEKEY0123456789-cccc',
  mistral: 'PLANTEDMISTRALKEY0123456789-dddd',
} as const
const LEAK = /PLANTED[A-Z]+KEY/
const MODELS = [
  'claude-haiku-4-5/none',
  'gpt-5-mini/low',
  'gemini-2.5-flash/none',
  'mistral-medium-latest/none',
] as const

let simulator: Simulator
let workspace: Workspace
let app: ServedApp
let window: OwnedConnection
const shown: string[] = []

beforeAll(async () => {
  simulator = await startSimulator()
  const urls = Object.entries(simulator.environment()).filter(([name]) => !name.endsWith('_API_KEY'))
  const keys = { ANTHROPIC_API_KEY: KEYS.anthropic, OPENAI_API_KEY: KEYS.openai }
  workspace = await makeWorkspace({ ...Object.fromEntries(urls), ...keys })
  const folder = workspace.environment['IKIGAI_CONFIG_DIR'] ?? ''
  await mkdir(folder, { recursive: true })
  const file = JSON.stringify({ google: { api_key: KEYS.google } })
  await writeFile(join(folder, 'credentials.json'), file, { mode: 0o644 })
  app = await serveApp(workspace)
  window = await connectToApp(app.url)
  window.followEngine((items) => shown.push(JSON.stringify(items)))
})

afterAll(() => closeAll(window, workspace, simulator))

/** Asks every provider; each refuses with words that repeat the key, as some really do. */
async function askAndBeRefused(): Promise<readonly string[]> {
  simulator.answerWith((request) => ({
    type: 'raw',
    status: 401,
    contentType: 'application/json',
    body: JSON.stringify({
      type: 'error',
      error: {
        type: 'authentication_error',
        code: 401,
        message: `Incorrect API key provided: ${keyOf(request.host)}.`,
      },
    }),
  }))
  const ids: string[] = []
  for (const model of MODELS) {
    const { id } = valueOf(await window.client.agents.create({ model }))
    const ended = Promise.withResolvers<void>()
    window.followAgent(id, (items) => {
      shown.push(JSON.stringify(items))
      for (const item of items) if (item.type === 'live' && item.event.type === 'turn_ended') ended.resolve()
    })
    valueOf(await window.client.agents.submit({ agentId: id, text: 'Hello' }))
    await ended.promise
    ids.push(id)
  }
  return ids
}

/** It asks every provider, and runs four commands: 10 s on an idle machine, a minute on a very busy one. */
const TIMEOUT_MS = 240_000

function keyOf(host: string): string {
  return Object.entries(KEYS).find(([name]) => name === host)?.[1] ?? ''
}

it(
  'shows, logs, stores and exports no key, not even one that a provider repeats',
  { timeout: TIMEOUT_MS },
  async () => {
    shown.push(JSON.stringify(await window.client.credentials.set({ provider: 'mistral', key: KEYS.mistral })))
    shown.push(JSON.stringify(await window.client.credentials.list()))
    const [agentId = ''] = await askAndBeRefused()
    shown.push(JSON.stringify(await window.client.credentials.test({ provider: 'anthropic' })))
    shown.push(JSON.stringify(await window.client.models.list({ refresh: 'openai' })))
    expect(shown.join('\n')).toMatch(/Incorrect API key provided/)
    // What was sent is proof that the keys were in use.
    expect(simulator.requests.length).toBeGreaterThanOrEqual(MODELS.length)
    const database = await dump()
    await stop()
    const { stderr } = await app.process.finished
    const commands = [['export'], ['log', agentId, '--json'], ['transcript', agentId, '--json'], ['agents', '--json']]
    const printed = []
    for (const args of commands) {
      const { stdout, stderr: said } = await runIkigai(args, workspace.environment)
      printed.push(stdout, said)
    }
    const places = { shown: shown.join('\n'), database, stderr, printed: printed.join('\n') }
    const leaks = Object.entries(places).flatMap(([place, text]) =>
      LEAK.test(text) ? [`${place}: ${around(text)}`] : [],
    )
    expect(leaks).toEqual([])
    for (const text of Object.values(places)) expect(text.length).toBeGreaterThan(0)
  },
)

async function stop(): Promise<void> {
  window.close()
  await app.stop()
}

function around(text: string): string {
  const at = LEAK.exec(text)?.index ?? 0
  return text.slice(Math.max(0, at - 120), at + 40)
}

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const client = plainClient(workspace.environment['IKIGAI_DATA_DIR'] ?? '')
  const tables = await client<
    { name: string }[]
  >`select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
    from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema')`
  const rows: string[] = []
  for (const { name } of tables) {
    rows.push(...(await client.unsafe<{ row: string }[]>(`select t::text as row from ${name} t`)).map(({ row }) => row))
  }
  await client.end()
  return rows.join('\n')
}
