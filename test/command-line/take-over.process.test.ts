import { join } from 'node:path'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { urlOf } from '../adapters/storage/support/test-storage.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { jsonLines, makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const MODEL = ['--model', 'claude-haiku-4-5/none'] as const

let place: Workspace
let database: Storage
let simulator: Simulator
let ann: Workspace
let bob: Workspace

beforeAll(async () => {
  place = await makeWorkspace()
  database = await keepDatabaseUp(place)
  simulator = await startSimulator({ answerWith: () => textAnswer('Done.') })
  const environment = { ...simulator.environment(), DATABASE_URL: urlOf(join(place.directory, 'data')) }
  ann = await makeWorkspace(environment, { isNew: true })
  bob = await makeWorkspace(environment, { isNew: true })
})

afterAll(async () => {
  await simulator.close()
  await database.close()
  for (const workspace of [ann, bob, place]) await workspace.remove()
})

async function agentIds(): Promise<readonly string[]> {
  const { stdout } = await runIkigai(['agents', '--json'], bob.environment)
  return jsonLines(stdout).map(({ id }) => String(id))
}

it('a prompt for an agent of another home waits there; take-over makes the agent run here', async () => {
  expect((await runIkigai(['run', ...MODEL, 'Hello'], ann.environment)).code).toBe(0)
  const [id = ''] = await agentIds()
  const listed = await runIkigai(['agents'], bob.environment)
  expect(listed.stdout).toMatch(/ at \S+@\S+ \(not open, last on \d{4}-\d\d-\d\d\)/)
  const before = simulator.requests.length
  const queued = await runIkigai(['run', '--agent', id, 'Go on'], bob.environment)
  expect(queued.stderr).toMatch(/^The home of this agent is \S+: the prompt waits there/m)
  expect(simulator.requests.length - before).toBe(0)
  const taken = await runIkigai(['take-over', id, '--folder', bob.directory, '--json'], bob.environment)
  expect(jsonLines(taken.stdout)).toMatchObject([{ id }])
  expect((await runIkigai(['agents'], bob.environment)).stdout).not.toContain('@')
  expect((await runIkigai(['run', '--agent', id, 'And now'], bob.environment)).stdout).toContain('Done.')
  const again = await runIkigai(['take-over', id], bob.environment)
  expect([again.code, again.stderr]).toEqual([1, 'The home of this agent is this one already.\n'])
  expect((await runIkigai(['take-over', 'ffffffff'], bob.environment)).code).toBe(2)
})
