import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { ApiError, connect } from '../../client/connect.mjs'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { makeWorkspace, type RunningProcess, runIkigai, startIkigai, type Workspace } from '../support/run-ikigai.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..', '..')
const ANSWER = 'Hello from the provider simulator.'

let simulator: Simulator
let workspace: Workspace
let server: RunningProcess
let url = ''

beforeAll(async () => {
  simulator = await startSimulator()
  workspace = await makeWorkspace(simulator.environment())
  const config = join(workspace.directory, 'config')
  await mkdir(config, { recursive: true })
  const settings = {
    sandbox: 'off',
    default_provider: 'anthropic',
    providers: { anthropic: { default_model: 'claude-haiku-4-5' } },
  }
  await writeFile(join(config, 'config.json'), JSON.stringify(settings), { mode: 0o600 })
  server = startIkigai(['serve', '--api', '--port', '0'], workspace.environment)
  for await (const line of server.lines) {
    url = line.trim()
    break
  }
})
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.finished
  await workspace.remove()
  await simulator.close()
})

async function makeToken(...flags: readonly string[]): Promise<string> {
  const { stdout } = await runIkigai(['tokens', 'add', 'test', ...flags], workspace.environment)
  return stdout.trim()
}

it('the example prints the answer of a real engine', async () => {
  const token = await makeToken()
  const env = { PATH: process.env['PATH'] ?? '', IKIGAI_URL: url, IKIGAI_TOKEN: token }
  const { stdout } = await run(process.execPath, ['examples/ask.mjs', 'Hello?'], { cwd: ROOT, env })
  expect(stdout).toBe(`${ANSWER}\n`)
})

it('a read-only token searches what was said, and the client throws what was refused', async () => {
  const token = await makeToken('--read-only')
  const client = connect({ url, token })
  const found = await client.log.search({ text: 'Hello', limit: 10 })
  const refused = await client.agents.create({}).catch((error: unknown) => error)
  const strange = await connect({ url, token: `${token}x` })
    .models.list({})
    .catch((error: unknown) => error)

  expect(found).toMatchObject({ ok: true, value: { hits: expect.arrayContaining([expect.anything()]) } })
  expect(refused).toBeInstanceOf(ApiError)
  expect([refused, strange]).toMatchObject([
    { code: 'FORBIDDEN', status: 403 },
    { code: 'UNAUTHORIZED', status: 401 },
  ])
})
