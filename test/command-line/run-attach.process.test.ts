import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'
import { samplePdf, samplePng } from '../support/sample-files.ts'

vi.setConfig({ testTimeout: 180_000 })

let simulator: Simulator
let workspace: Workspace
let database: Storage
let folder: string

beforeAll(async () => {
  simulator = await startSimulator()
  workspace = await makeWorkspace(simulator.environment())
  database = await keepDatabaseUp(workspace)
  folder = join(workspace.directory, 'project')
  await mkdir(folder)
  await writeFile(join(folder, 'cat.png'), samplePng(40, 30))
  await writeFile(join(folder, 'plan.pdf'), samplePdf(['Ship it']))
  await writeFile(join(folder, 'notes.txt'), 'Buy milk')
})

afterAll(() => closeAll(database, workspace, simulator))

it('sends attached and named files, and exports and imports them', async () => {
  simulator.enqueue('anthropic', textAnswer('A cat.'))
  const ran = await runIkigai(
    ['run', '--model', 'claude-haiku-4-5/none', '--attach', 'cat.png', '--attach', 'plan.pdf', 'See @notes.txt'],
    workspace.environment,
    folder,
  )
  expect([ran.code, ran.stdout]).toEqual([0, 'A cat.\n'])
  const { bodyText, rejectedBy } = simulator.requests.at(-1) ?? {}
  expect(rejectedBy).toBeUndefined()
  for (const words of ['image/png', 'application/pdf', 'Buy milk', 'See @notes.txt', '[image: cat.png, 40×30]']) {
    expect(bodyText).toContain(words)
  }
  const exported = await runIkigai(['export'], workspace.environment)
  expect(exported.stdout.match(/"type":"file"/g)).toHaveLength(3)
  const without = await runIkigai(['export', '--no-files'], workspace.environment)
  expect(without.stdout).toContain('"files":"left_out"')
  expect(without.stdout).not.toContain('"type":"file"')
  const file = join(folder, 'log.jsonl')
  await writeFile(file, exported.stdout)
  const imported = await runIkigai(['import', file], workspace.environment)
  expect([imported.code, imported.stderr]).toEqual([0, expect.stringContaining('3 files')])
})

it('refuses a file that is not there, before anything is sent', async () => {
  const before = simulator.requests.length
  const ran = await runIkigai(
    ['run', '--model', 'claude-haiku-4-5', '--attach', 'dog.png', 'Look'],
    workspace.environment,
    folder,
  )
  expect(ran.code).not.toBe(0)
  expect(ran.stderr).toContain('dog.png cannot be attached')
  expect(simulator.requests).toHaveLength(before)
})
