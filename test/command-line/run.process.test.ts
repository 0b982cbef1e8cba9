import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { type Answer, failedAnswer, textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { makeWorkspace, runIkigai, startIkigai, type Workspace } from '../support/run-ikigai.ts'

/** Each test starts several processes, on a machine that may be busy. */
vi.setConfig({ testTimeout: 180_000 })

const MODEL = ['--model', 'claude-haiku-4-5/none'] as const

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
})

afterAll(() => closeAll(database, workspace, simulator))

/** Runs it in the folder, with these answers to its requests. */
function run(answers: readonly Answer[], ...args: readonly string[]) {
  for (const answer of answers) simulator.enqueue('anthropic', answer)
  return runIkigai(['run', ...args], workspace.environment, folder)
}

it.each([
  ['length', /^INCOMPLETE: The answer was cut off at the output limit\./m],
  ['content_filter', /^CONTENT_FILTER: The provider withheld the answer/m],
] as const)('an answer that ends by %s is said to be incomplete, and fails', async (finish, words) => {
  const answer: Answer = { type: 'script', blocks: [{ type: 'text', text: 'Half of' }], finish }
  const text = await run([answer], ...MODEL, 'Go')
  expect([text.code, text.stdout]).toEqual([1, 'Half of\n'])
  expect(text.stderr).toMatch(words)
  const json = await run([answer], '--json', ...MODEL, 'Go')
  expect([json.code, json.stderr]).toEqual([1, expect.stringMatching(words)])
})

it('says who answered and what it took, and goes on with the same agent in the same folder', async () => {
  const calls: Answer = {
    type: 'script',
    blocks: [
      { type: 'text', text: 'Let me look.' },
      { type: 'tool_call', name: 'glob', arguments: { pattern: '*' } },
    ],
  }
  const first = await run([calls, textAnswer('Nothing there.')], ...MODEL, 'What is here?')
  expect([first.code, first.stdout]).toEqual([0, 'Let me look.\n\nNothing there.\n'])
  const line =
    /^([0-9a-f]{6}) {2}claude-haiku-4-5\/none {2}[\d,]+ tokens in, [\d,]+ out, (?:\$\d+\.\d{2,4}|cost unknown)$/m.exec(
      first.stderr,
    )
  expect(line).not.toBeNull()
  const id = line?.[1] ?? ''

  const second = await run(
    [textAnswer('Still nothing.'), textAnswer('Below.')],
    '--continue',
    'And now?',
    '/mark M',
    '/fork "Look below"',
  )
  expect(second.stderr).toMatch(
    new RegExp(`^${id} .*; with 1 below it [\\d,]+ tokens in, [\\d,]+ out, (?:\\$\\d|cost unknown)`, 'm'),
  )
  expect(JSON.stringify(simulator.requests.at(-2)?.body)).toContain('What is here?')

  const tree = await runIkigai(['agents'], workspace.environment)
  expect(tree.stdout).toMatch(new RegExp(`^${id} .* tokens \\([\\d,]+ with its children\\) {2}(?:\\$\\d|—)`, 'm'))
  const log = await runIkigai(['log', id], workspace.environment)
  expect(log.stdout).toMatch(/ {2}assistant \(anthropic\/claude-haiku-4-5\) {2}Still nothing\./)
})

it('a pool that follows the standing says in the log why it chose the model', async () => {
  const pools = { smart: { strategy: 'best', models: ['claude-haiku-4-5/none', 'gpt-5.5/none'] } }
  const { IKIGAI_CONFIG_DIR: directory = '' } = workspace.environment
  await mkdir(directory, { recursive: true })
  await writeFile(join(directory, 'config.json'), JSON.stringify({ pools }), { mode: 0o600 })
  const asked = await run([textAnswer('Chosen.')], '--model', '@smart', 'Go')
  expect([asked.code, asked.stdout]).toEqual([0, 'Chosen.\n'])
  const id = /^([0-9a-f]{6}) {2}/m.exec(asked.stderr)?.[1] ?? ''
  const log = await runIkigai(['log', id], workspace.environment)
  expect(log.stdout).toMatch(
    / {2}assistant \(anthropic\/claude-haiku-4-5; @smart: fewer than five cases .*\) {2}Chosen\./,
  )
})

it('--continue says when there is nothing to go on with, and that it is one of two ways to name an agent', async () => {
  const none = await runIkigai(['run', '--continue', 'Hello'], workspace.environment, workspace.directory)
  expect([none.code, none.stdout]).toEqual([2, ''])
  expect(none.stderr).toMatch(/^No agent to continue: nothing was run in .* yet\./)
  const both = await runIkigai(['run', '--continue', '--agent', 'abcd', 'Hello'], workspace.environment)
  expect([both.code, both.stderr]).toEqual([2, '--continue and --agent cannot be combined. Use one of them.\n'])
})

it('sends a question and the text on stdin as one prompt, whatever the text begins with', async () => {
  simulator.enqueue('anthropic', textAnswer('A command.'))
  const started = startIkigai(['run', ...MODEL, 'What is this?', '-'], workspace.environment, folder, '/kill\n/exit\n')
  const { code, stdout } = await started.finished
  expect([code, stdout]).toEqual([0, 'A command.\n'])
  expect(JSON.stringify(simulator.requests.at(-1)?.body)).toContain(String.raw`What is this?\n\n/kill\n/exit\n`)
})

it('shows thinking on stderr when it is asked to, and by itself only at a terminal', async () => {
  const thinks: Answer = {
    type: 'script',
    blocks: [
      { type: 'thinking', text: 'Let me think.' },
      { type: 'text', text: 'Yes.' },
    ],
  }
  const model = ['--model', 'claude-haiku-4-5/low']
  const piped = await run([thinks], ...model, 'Go')
  expect([piped.stdout, piped.stderr.includes('Let me think.')]).toEqual(['Yes.\n', false])
  const asked = await run([thinks], ...model, '--thinking', 'Go')
  expect([asked.stdout, asked.stderr]).toEqual(['Yes.\n', expect.stringMatching(/^Let me think\.\n/)])
})

it('says why it asks again, and when', async () => {
  const failure = failedAnswer({ kind: 'rate_limit', retryAfterSeconds: 1 })
  const { code, stdout, stderr } = await run([failure, textAnswer('ok')], ...MODEL, 'Go')
  expect([code, stdout]).toEqual([0, 'ok\n'])
  expect(stderr).toMatch(/^Too many requests; retry 1 in 1 s: /m)
})

it('says where a path of a tool really leads, and that a home folder is one', async () => {
  const home = await realpath(workspace.directory)
  const environment = { ...workspace.environment, HOME: home }
  await symlink(join(home, 'other'), join(folder, 'lnk'))
  const writes: Answer = {
    type: 'script',
    blocks: [{ type: 'tool_call', name: 'file_write', arguments: { path: 'lnk', content: 'x' } }],
  }
  for (const answer of [writes, textAnswer('Refused.'), textAnswer('At home.')]) simulator.enqueue('anthropic', answer)
  const linked = await runIkigai(['run', ...MODEL, 'Write'], environment, folder)
  expect(linked.stdout).toBe('Refused.\n')
  expect(linked.stderr).toMatch(/^→ file_write .*\n↳ file_write lnk → ~\/other\n⊘ file_write: /m)
  expect(linked.stderr).not.toContain('Working in')

  const atHome = await runIkigai(['run', ...MODEL, 'Hello'], environment, home)
  expect(atHome.stderr).toMatch(
    /^Working in your home folder: reading needs approval, too\. Reading there needs approval, which this run cannot ask for/,
  )
})

it('leaves no agent behind when it refuses the first line', async () => {
  const before = (await runIkigai(['agents', '--json'], workspace.environment, folder)).stdout
  const refused = await run([], ...MODEL, '/fork "unclosed')
  expect([refused.code, refused.stdout]).toEqual([2, ''])
  expect((await runIkigai(['agents', '--json'], workspace.environment, folder)).stdout).toBe(before)
})
