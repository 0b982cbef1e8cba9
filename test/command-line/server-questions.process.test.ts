import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { NO_TERMINAL, runAtTerminal } from '../support/run-at-terminal.ts'
import { makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'

/** Each test starts a process and a server, on a machine that may be busy. */
vi.setConfig({ testTimeout: 180_000 })
const SERVER = join(import.meta.dirname, '..', 'support', 'tool-server.ts')
const RUN = ['run', '--model', 'claude-haiku-4-5/low', '--allow', 'shop__order', 'Order it']

let simulator: Simulator
let workspace: Workspace
let database: Awaited<ReturnType<typeof keepDatabaseUp>>

beforeAll(async () => {
  simulator = await startSimulator()
  workspace = await makeWorkspace(simulator.environment())
  const tools = join(workspace.directory, 'tools.json')
  await writeFile(tools, JSON.stringify([{ name: 'order', inputSchema: { type: 'object' } }]))
  const shop = { command: process.execPath, args: [SERVER, tools], sandbox: false }
  await mkdir(join(workspace.directory, 'config'), { recursive: true })
  const config = JSON.stringify({ mcp_servers: { shop, closed: { ...shop, disabled: true } } })
  await writeFile(join(workspace.directory, 'config', 'config.json'), config, { mode: 0o600 })
  database = await keepDatabaseUp(workspace)
}, 120_000)
afterAll(() => closeAll(database, workspace, simulator))

function serverAsks(): void {
  const properties = {
    size: { type: 'string', title: 'Size', enum: ['s', 'l'], default: 'l' },
    count: { type: 'integer', title: 'How\u202E many', minimum: 1 },
  }
  const ask = {
    message: 'What\u001b[2J do you want?',
    requestedSchema: { type: 'object', properties, required: ['count'] },
  }
  simulator.enqueue('anthropic', {
    type: 'script',
    blocks: [{ type: 'tool_call', name: 'shop__order', arguments: { ask } }],
  })
  simulator.enqueue('anthropic', textAnswer('Ordered.'))
}

const sent = (): string => JSON.stringify(simulator.requests.at(-1)?.body)

if (NO_TERMINAL !== null) process.stderr.write(`${NO_TERMINAL}\n`)

it.skipIf(NO_TERMINAL !== null)(
  'at a terminal each field is asked until it is valid, and the form is sent',
  async () => {
    serverAsks()
    const { code, screen } = await runAtTerminal(RUN, workspace.environment, ['', 'none', '2'])
    expect(screen).toContain('? shop asks (order): What⟨U+001B⟩[2J do you want?')
    expect(screen).toContain('Size, optional (a number) [2]\n  1  s\n  2  l\n> ')
    expect(screen).toContain('How⟨U+202E⟩ many\n> ')
    expect(screen).toContain('Must be a number.')
    expect(code).toBe(0)
    expect(sent()).toContain(
      JSON.stringify(JSON.stringify({ action: 'accept', content: { size: 'l', count: 2 } })).slice(1, -1),
    )
  },
)

it('without a terminal it is declined, and stderr says so', async () => {
  serverAsks()
  const { code, stderr } = await runIkigai(RUN, workspace.environment)
  expect(stderr).toContain('shop asks during order: What⟨U+001B⟩[2J do you want?')
  expect(stderr).toContain('Nobody can be asked in this run, so it was declined.')
  expect(code).toBe(0)
  expect(sent()).toContain(String.raw`{\"action\":\"decline\"}`)
})

it('a server that is switched off is not started, and no model gets its tools', async () => {
  simulator.enqueue('anthropic', textAnswer('Done.'))
  await runIkigai(RUN, workspace.environment)
  expect(sent()).toContain('"shop__order"')
  expect(sent()).not.toContain('closed__order')
})
