import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { failedAnswer, textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { jsonLines, makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'

vi.setConfig({ testTimeout: 180_000 })

const SCHEMA = { type: 'object', properties: { size: { type: 'integer', minimum: 1 } }, required: ['size'] }

let simulator: Simulator
let workspace: Workspace
let database: Storage
let schemaFile: string

beforeAll(async () => {
  simulator = await startSimulator()
  workspace = await makeWorkspace(simulator.environment())
  database = await keepDatabaseUp(workspace)
  schemaFile = join(workspace.directory, 'size.json')
  await writeFile(schemaFile, JSON.stringify(SCHEMA))
})

afterAll(() => closeAll(database, workspace, simulator))

const runWith = (file: string) =>
  runIkigai(
    ['run', '--model', 'gpt-6-sol/none', '--schema', file, 'How large?'],
    workspace.environment,
    workspace.directory,
  )

it('prints a valid answer as bare JSON and exits with 0', async () => {
  simulator.enqueue('openai', textAnswer('```json\n{"size": 3}\n```'))
  const ran = await runWith(schemaFile)
  expect([ran.code, ran.stdout]).toEqual([0, '{"size": 3}\n'])
  expect(simulator.requests.at(-1)?.body).toMatchObject({ text: { format: { type: 'json_schema', schema: SCHEMA } } })
})

it('prints nothing but the reason and exits with 1 after a second invalid answer', async () => {
  simulator.enqueue('openai', textAnswer('{"size": 0}'))
  simulator.enqueue('openai', textAnswer('{"size": -1}'))
  const before = simulator.requests.length
  const ran = await runWith(schemaFile)
  expect([ran.code, ran.stdout]).toEqual([1, ''])
  expect(ran.stderr).toContain('The answer does not follow the schema, even after one correction: size must be >= 1')
  expect(simulator.requests.length - before).toBe(2)
})

it('refuses a file that holds no schema, before anything is sent', async () => {
  const file = join(workspace.directory, 'wrong.json')
  await writeFile(file, '{"type": "nothing"}')
  const before = simulator.requests.length
  const ran = await runWith(file)
  expect(ran.code).not.toBe(0)
  expect([ran.stdout, ran.stderr]).toEqual(['', expect.stringContaining('schema')])
  expect(simulator.requests).toHaveLength(before)
})

const runAs = (...flags: readonly string[]) =>
  runIkigai(
    ['run', '--model', 'gpt-6-sol/none', '--allow', 'bash', ...flags, 'Look'],
    workspace.environment,
    workspace.directory,
  )

/** A text before a call, and the final answer after it. */
function lookAndAnswer(): void {
  const call = { type: 'tool_call', name: 'bash', arguments: { command: 'true' } } as const
  simulator.enqueue('openai', { type: 'script', blocks: [{ type: 'text', text: 'I look.' }, call] })
  simulator.enqueue('openai', textAnswer('It is there.'))
}

it('prints only the final answer with --quiet, and nothing on stderr', async () => {
  lookAndAnswer()
  expect(await runAs('--quiet')).toMatchObject({ code: 0, stdout: 'It is there.\n', stderr: '' })
  simulator.enqueue('openai', failedAnswer({ kind: 'auth' }))
  const failed = await runAs('--quiet')
  expect([failed.code, failed.stdout]).toEqual([1, ''])
  expect(failed.stderr).toMatch(/^AUTH: .+\n$/)
})

it('prints the final answer as one object with --output json', async () => {
  lookAndAnswer()
  const ran = await runAs('--output', 'json')
  expect(jsonLines(ran.stdout)).toEqual([
    expect.objectContaining({
      kind: 'assistant',
      content: 'It is there.',
      data: expect.objectContaining({ model: 'gpt-6-sol' }),
    }),
  ])
  expect(ran.stderr).toContain('bash')
})

it('prints every event with --output stream, as --json does, and refuses both', async () => {
  lookAndAnswer()
  const kinds = jsonLines((await runAs('--output', 'stream')).stdout).flatMap(({ kind }) => kind ?? [])
  expect(kinds).toEqual(expect.arrayContaining(['user', 'tool_call', 'tool_result', 'assistant']))
  for (const flags of [
    ['--json', '--output', 'json'],
    ['--json', '--quiet'],
    ['--quiet', '--output', 'stream'],
    ['--output', 'xml'],
  ]) {
    expect(await runAs(...flags)).toMatchObject({ code: 2, stdout: '' })
  }
})
