import { afterAll, beforeAll, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { jsonLines, makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

let simulator: Simulator
let workspace: Workspace
let database: Storage

beforeAll(async () => {
  simulator = await startSimulator()
  // No key for Mistral: to see what it would be sent needs none.
  const { MISTRAL_API_KEY: _, ...environment } = simulator.environment()
  workspace = await makeWorkspace(environment)
  database = await keepDatabaseUp(workspace)
})

afterAll(() => closeAll(database, workspace, simulator))

const ikigai = (...args: readonly string[]) => runIkigai(args, workspace.environment)

it('ikigai transcript prints the request on stdout and what was done for it on stderr, without a key', async () => {
  await ikigai('run', '--model', 'claude-opus-4-6', 'hello')
  const [agent] = jsonLines((await ikigai('agents', '--json')).stdout)
  const id = String(agent?.['id'])
  const { code, stdout, stderr } = await ikigai('transcript', id, '--model', 'mistral-medium-latest/high')
  expect(JSON.parse(stdout)).toMatchObject({
    model: 'mistral-medium-latest',
    reasoning_effort: 'high',
    messages: [
      { role: 'system' },
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'Hello from the provider simulator.' },
      { role: 'user', content: 'Continue from where you stopped.' },
    ],
    stream: true,
  })
  const told = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{'))
  expect([code, told.map((line) => line.replaceAll(/\d+/g, 'N'))]).toEqual([
    0,
    ['For mistral-medium-latest/high of mistral (chat@N.N.N.N:N):', 'synthesised  continue notice  (event N)'],
  ])
  const whole = jsonLines((await ikigai('transcript', id, '--json')).stdout)
  expect(whole).toMatchObject([
    { choice: { model: 'claude-opus-4-6' }, body: { model: 'claude-opus-4-6' }, report: {} },
  ])
  expect(JSON.stringify([stdout, stderr, whole])).not.toContain('simulator-key')
})

it('ikigai transcript refuses an agent and a model that do not exist', async () => {
  expect(await ikigai('transcript', 'ffffff')).toMatchObject({ code: 2, stdout: '' })
})

it('ikigai models lists what is known, joined with the list of the provider that is named', async () => {
  const { code, stdout, stderr } = await ikigai('models', 'mistral')
  expect([code, stdout.split('\n')[0]]).toEqual([1, 'Mistral (no key)'])
  expect(stdout).toMatch(/ {2}mistral-medium-latest +context 262,144 · output 262,144 · \$1.5 in, \$7.5 out per MTok/)
  expect(stderr).toContain('No credentials for mistral')
  const local = jsonLines((await ikigai('models', 'moonshot', '--json')).stdout)
  expect(local.map(({ id }) => id)).toContain('kimi-k3.1-pro')
})

it('ikigai models refuses a provider that does not exist', async () => {
  expect(await ikigai('models', 'acme')).toMatchObject({ code: 2, stdout: '' })
})
