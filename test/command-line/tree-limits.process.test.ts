import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { jsonLines, makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'
import { callsInEveryTurn, slash } from '../support/runaway-model.ts'

vi.setConfig({ testTimeout: 180_000 })

let simulator: Simulator
let workspace: Workspace
let database: Storage

beforeAll(async () => {
  simulator = await startSimulator()
  workspace = await makeWorkspace(simulator.environment())
  database = await keepDatabaseUp(workspace)
  const { IKIGAI_CONFIG_DIR: folder = '' } = workspace.environment
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'config.json'), '{"max_agents_made": 1, "max_turns_without_user": 1}')
})

afterAll(() => closeAll(database, workspace, simulator))

const run = (...flags: readonly string[]) =>
  runIkigai(['run', '--model', 'claude-haiku-4-5/none', ...flags, 'Delegate'], workspace.environment)

const AGENTS =
  'Agents that models have made in this tree since a user last acted in it: 1; the limit is 1 (max_agents_made in config.json). Nothing was forked.'

it('says on stderr what a limit of the tree has refused, also to a child, and exits with 1', async () => {
  simulator.answerWith(callsInEveryTurn(() => [slash('fork', '"Delegate too"')]))
  const ran = await run()
  expect([ran.code, ran.stderr.includes(`${AGENTS}\n`)]).toEqual([1, true])
})

it('prints it as a line of JSON with --json', async () => {
  simulator.answerWith(callsInEveryTurn(() => [slash('fork', '"Delegate too"')]))
  const ran = await run('--json')
  const limits = jsonLines(ran.stdout).filter(({ type }) => type === 'limits')
  expect([ran.code, limits]).toMatchObject([
    1,
    [
      {
        counts: [
          { limit: 'max_agents_made', used: 1, limitedTo: 1 },
          { limit: 'max_turns_without_user', used: 1, limitedTo: 1 },
          { limit: 'max_requests_sent', limitedTo: 500 },
        ],
        refused: [AGENTS],
      },
    ],
  ])
})

it('says nothing and exits with 0 within the limits', async () => {
  simulator.answerWith(() => textAnswer('Done.'))
  const ran = await run('--json')
  expect([ran.code, jsonLines(ran.stdout).filter(({ type }) => type === 'limits')]).toEqual([0, []])
})
