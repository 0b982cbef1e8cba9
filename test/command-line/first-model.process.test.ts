import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import { API_PROVIDERS } from '../../src/shared/providers.ts'
import { startAcpEditor } from '../support/acp-editor.ts'
import { closeAll } from '../support/close-all.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { makeWorkspace, runIkigai, withoutKeys, type Workspace } from '../support/run-ikigai.ts'

vi.setConfig({ testTimeout: 180_000 })

const MODEL = API_PROVIDERS.anthropic.defaultModel ?? ''

let simulator: Simulator
let workspace: Workspace
let database: Storage
let folder: string

beforeAll(async () => {
  simulator = await startSimulator()
  // Nothing is configured: there is only one key, in the environment.
  const { ANTHROPIC_API_KEY = '', ...others } = simulator.environment()
  workspace = await makeWorkspace({ ...withoutKeys(others), ANTHROPIC_API_KEY })
  database = await keepDatabaseUp(workspace)
  folder = join(workspace.directory, 'project')
  await mkdir(folder)
})

afterAll(() => closeAll(database, workspace, simulator))

it('answers `ikigai run` with the model of the only key, without a setting', async () => {
  simulator.enqueue('anthropic', textAnswer('Good morning.'))
  const ended = await runIkigai(['run', 'Hello'], workspace.environment, folder)
  expect([ended.code, ended.stdout]).toEqual([0, 'Good morning.\n'])
  expect(simulator.requests.at(-1)?.bodyText).toContain(`"model":"${MODEL}"`)
})

it('names that model as the default one', async () => {
  const { stdout } = await runIkigai(['doctor', '--json'], workspace.environment)
  expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ name: 'model', found: MODEL, state: 'ok' }))
})

it('begins the session of an editor with it', async () => {
  const editor = await startAcpEditor(workspace.environment, folder)
  try {
    await editor.agent.request('initialize', { protocolVersion: 1, clientCapabilities: {} })
    const { configOptions } = await editor.agent.request('session/new', { cwd: folder, mcpServers: [] })
    expect(configOptions?.find(({ id }) => id === 'model')).toMatchObject({ currentValue: MODEL })
  } finally {
    await closeAll(editor)
  }
})

it('asks for a model where there is neither a key nor a setting', async () => {
  const ended = await runIkigai(['run', 'Hello'], withoutKeys(workspace.environment), folder)
  expect(ended.code).toBe(2)
  expect(ended.stderr).toContain('No model configured.')
})
