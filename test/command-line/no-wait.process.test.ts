import { join } from 'node:path'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { openRealEngine } from '../support/open-real-engine.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { agentsOf } from '../support/drive-agent.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { makeWorkspace, runIkigai, startIkigai, type Workspace } from '../support/run-ikigai.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import { urlOf } from '../adapters/storage/support/test-storage.ts'

vi.setConfig({ testTimeout: 180_000 })

const RUN = ['run', '--no-wait', '--model', 'claude-haiku-4-5/none', '/fork "Go"']

let simulator: Simulator
let workspace: Workspace
let database: Storage

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: () => textAnswer('ok') })
  workspace = await makeWorkspace(simulator.environment())
  database = await keepDatabaseUp(workspace)
})

afterAll(() => closeAll(database, workspace, simulator))

it('run --no-wait ends while its child runs in an engine that stays open', async () => {
  const databaseUrl = urlOf(join(workspace.directory, 'data'))
  const window = await openRealEngine(simulator.environment(), { attended: true, databaseUrl })
  simulator.enqueue('anthropic', { ...textAnswer('And so on'), holdAfterEvents: 4 })
  const { code, stderr } = await runIkigai(RUN, workspace.environment)
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/^The child \w{6} Go runs in the ikigai that is already open\.$/m),
  ])
  const stream = await simulator.streamHeld()
  expect((await agentsOf(window.engine)).at(-1)?.activity.type).toBe('streaming')
  stream.release()
  await window.close()
})

it('run --no-wait says that it waits for its child when no engine stays open', async () => {
  simulator.enqueue('anthropic', { ...textAnswer('And so on'), holdAfterEvents: 4 })
  const run = startIkigai(RUN, workspace.environment)
  const stream = await simulator.streamHeld()
  stream.release()
  const { code, stdout, stderr } = await run.finished
  expect([code, stdout]).toEqual([0, expect.stringContaining('And so on')])
  expect(stderr).toContain('No window and no `ikigai serve` is open on this database to run the children')
})
