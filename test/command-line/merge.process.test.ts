import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'

/** The test starts several processes, on a machine that may be busy. */
vi.setConfig({ testTimeout: 180_000 })

const ANSWER = 'Use the second lock.'

let simulator: Simulator
let workspace: Workspace

beforeAll(async () => {
  simulator = await startSimulator()
  workspace = await makeWorkspace(simulator.environment())
})
afterAll(() => closeAll(workspace, simulator))

const merge = (...args: readonly string[]) => runIkigai(['merge', ...args], workspace.environment)

async function imported(name: string, ...messages: readonly object[]): Promise<string> {
  const file = join(workspace.directory, name)
  await writeFile(file, messages.map((message) => JSON.stringify(message)).join('\n'))
  expect(await runIkigai(['import', file], workspace.environment)).toMatchObject({ code: 0 })
  const { stdout } = await runIkigai(['agents', '--json'], workspace.environment)
  const ids = [...stdout.matchAll(/"id":"([0-9a-f-]+)"/g)].map(([, id = '']) => id)
  return ids.find((id) => !known.has(id) && known.add(id)) ?? ''
}
const known = new Set<string>()

it('ikigai merge adds a text to another agent, says when it is too long, and removes it again', async () => {
  const source = await imported(
    'source.jsonl',
    { kind: 'user', content: `Which lock? ${'trace '.repeat(100)}` },
    { kind: 'assistant', content: ANSWER },
  )
  const into = await imported('into.jsonl', { kind: 'user', content: 'Hello' }, { kind: 'assistant', content: 'Hi' })

  const preview = await merge(source, '--into', into, '--preview')
  expect(preview).toMatchObject({ code: 0, stdout: `${ANSWER}\n` })
  expect(preview.stderr).toMatch(/^Not merged yet: 6 tokens of at most \d+, /)
  const notes = join(workspace.directory, 'notes.txt')
  await writeFile(notes, 'word '.repeat(100))
  const long = await merge(source, '--into', into, '--text', notes)
  expect([long.code, long.stdout]).toEqual([2, ''])
  expect(long.stderr).toContain('Shorten the text, or raise the limit')
  expect(await merge(source, '--into', into, '--text', `${notes}.missing`)).toMatchObject({ code: 2 })

  const done = await merge(source.slice(0, 8), '--into', into.slice(0, 8), '--json')
  const result: unknown = JSON.parse(done.stdout)
  expect(result).toMatchObject({ text: ANSWER, source: { agent: source }, eventId: expect.any(Number) })
  const context = () => runIkigai(['context', into], workspace.environment)
  expect((await context()).stdout).toContain(ANSWER)
  const [, undo = ''] = /`ikigai merge ([^`]+)` undoes it/.exec(done.stderr) ?? []
  expect(await merge(...undo.split(' '))).toMatchObject({ code: 0 })
  expect((await context()).stdout).not.toContain(ANSWER)
})

it('ikigai merge --model lets a model write the text in a fork, which can be used again', async () => {
  const source = await imported(
    'long.jsonl',
    { kind: 'user', content: `Which lock? ${'trace '.repeat(400)}` },
    { kind: 'assistant', content: ANSWER },
  )
  const into = await imported('other.jsonl', { kind: 'user', content: 'Hello' }, { kind: 'assistant', content: 'Hi' })
  simulator.enqueue('anthropic', textAnswer('Report: the second lock.'))
  const model = ['--model', 'claude-haiku-4-5/none']
  const preview = await merge(source, '--into', into, ...model, '--preview')
  expect(preview).toMatchObject({ code: 0, stdout: 'Report: the second lock.\n' })
  expect(simulator.requests.at(-1)?.bodyText).toMatch(/Write a report about this branch.+Use at most \d+ characters/)
  const [, writer = ''] = /--writer ([0-9a-f]+) /.exec(preview.stderr) ?? []
  const done = await merge(source, '--into', into, '--writer', writer)
  expect(done).toMatchObject({ code: 0, stdout: 'Report: the second lock.\n' })
  expect((await runIkigai(['context', into], workspace.environment)).stdout).toContain('Report: the second lock.')
  expect(await merge(source, '--into', into, ...model, '--text', 'x')).toMatchObject({ code: 2 })
})
