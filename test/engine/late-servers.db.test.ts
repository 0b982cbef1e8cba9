import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { createMcpServers } from '../../src/main/adapters/tools/mcp/create-mcp-servers.ts'
import type { Tool } from '../../src/main/core/ports/tool-ports.ts'
import type { ToolServers } from '../../src/main/core/ports/tool-server-ports.ts'
import { Pane } from '../support/drive-agent.ts'
import { serverOptions } from '../support/tool-options.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

const MODEL = 'claude-haiku-4-5/none'

/** A server that ends with words until the file exists, and then has one tool. */
const PROGRAM = `
const { existsSync } = require('node:fs')
if (!existsSync(process.argv[1])) {
  console.error('Error: LATE_TOKEN is missing')
  process.exit(1)
}
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const results = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'late', version: '1' } },
    'tools/list': { tools: [{ name: 'look', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: 'seen' }] },
  }
  const result = results[method]
  const answer = result === undefined ? { error: { code: -32601, message: 'no' } } : { result }
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
})
`

let directory: string
let servers: ToolServers
let simulator: Simulator
let real: RealEngine

/** A tool whose call lets the server start, and ends when it runs. */
function releaseTool(file: string): Tool {
  const running = (): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (servers.states().some(({ state }) => state !== 'running')) return
        stop()
        resolve()
      }
      const stop = servers.onStateChange(check)
      check()
    })
  return {
    definition: { name: 'release', description: 'Starts it.', parameters: { type: 'object', properties: {} } },
    prepare: () =>
      Promise.resolve({
        ok: true,
        call: {
          subject: 'release',
          access: 'context',
          paths: [],
          isInFolder: true,
          async run() {
            await writeFile(file, '')
            await running()
            return { content: 'It runs.', isError: false }
          },
        },
      }),
  }
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ikigai-late-servers-'))
  const file = join(directory, 'go')
  servers = createMcpServers(
    { late: { transport: 'stdio', command: process.execPath, args: ['-e', PROGRAM, file], env: {} } },
    { ...serverOptions(directory), firstPauseMs: 1 },
  )
  simulator = await startSimulator({ answerWith: () => textAnswer('Done.') })
  const allowed = ['late__*']
  real = await openRealEngine(simulator.environment(), { tools: [releaseTool(file)], toolServers: servers, allowed })
})
afterEach(() => closeAll(real, simulator, directory))

it('a server that comes late joins the running turn, and the log and the model know what was missing', async () => {
  const pane = await Pane.create(real.engine, MODEL)
  for (const name of ['release', 'late__look'])
    simulator.enqueue('anthropic', { type: 'script', blocks: [{ type: 'tool_call', name, arguments: {} }] })
  await pane.type('Go')
  const toolsSent = simulator.requests.map(({ body }) => JSON.stringify(body).includes('"late__look"'))
  expect(toolsSent).toEqual([false, true, true])
  expect(JSON.stringify(simulator.requests[0]?.body)).toContain('LATE_TOKEN is missing')
  expect(pane.view.events.flatMap((event) => (event.kind === 'tool_result' ? [event.content] : []))).toEqual([
    'It runs.',
    'seen',
  ])
  const said = () =>
    pane.view.events.flatMap((event) =>
      event.kind === 'instructions' && event.data.origin === 'servers' ? [event.content] : [],
    )
  expect(said()).toEqual([expect.stringMatching(/^late: it ended before it answered: Error: LATE_TOKEN is missing$/)])
  await pane.type('And now?')
  expect(said().at(-1)).toBeNull()
  await pane.type('And again?')
  expect(said()).toHaveLength(2)
})
