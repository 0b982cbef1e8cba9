import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import { filesIn, type GitFolder, gitFolder } from '../support/git-folder.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { type ScriptedBlock, textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { type FinishedProcess, jsonLines, makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'

/** Each test starts several processes, on a machine that may be busy. */
vi.setConfig({ testTimeout: 180_000 })

const MODEL = ['--model', 'claude-haiku-4-5/none'] as const

let simulator: Simulator
let workspace: Workspace
let database: Storage
let project: GitFolder

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: () => textAnswer('Done.') })
  workspace = await makeWorkspace(simulator.environment())
  database = await keepDatabaseUp(workspace)
})
afterAll(() => closeAll(database, workspace, simulator))
beforeEach(async () => {
  project = await gitFolder()
  await project.write('a.txt', Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join(''))
  await project.write('b.txt', 'b\n')
  await project.git('add', '.')
  await project.git('commit', '--quiet', '-m', 'x')
})
afterEach(() => project.remove())

const ikigai = (...args: readonly string[]): Promise<FinishedProcess> =>
  runIkigai(args, workspace.environment, project.folder)

const bash = (command: string): ScriptedBlock => ({ type: 'tool_call', name: 'bash', arguments: { command } })
const edit = (path: string, from: string, to: string): ScriptedBlock => ({
  type: 'tool_call',
  name: 'file_edit',
  arguments: { path, old_string: from, new_string: to },
})
const write = (path: string, content: string): ScriptedBlock => ({
  type: 'tool_call',
  name: 'file_write',
  arguments: { path, content },
})

/** Lets an agent make calls in the project, and returns its id. */
async function agentThatCalls(...blocks: readonly ScriptedBlock[]): Promise<string> {
  simulator.enqueue('anthropic', { type: 'script', blocks })
  const allowed = ['bash', 'file_edit', 'file_write'].flatMap((name) => ['--allow', name])
  const run = await ikigai('run', ...MODEL, ...allowed, '--json', 'Go')
  expect([run.code, run.stderr]).toEqual([0, ''])
  const [id] = jsonLines(run.stdout).flatMap(({ agent }) => (typeof agent === 'string' ? [agent] : []))
  return id ?? ''
}

it('lists changes, prints them as a patch, and undoes hunks, files and everything, with a way back', async () => {
  const before = await project.files()
  const agent = await agentThatCalls(
    edit('a.txt', 'line 2\n', 'two\n'),
    edit('a.txt', 'line 18', 'eighteen'),
    edit('b.txt', 'b\n', 'B\n'),
    write('c d.txt', 'new\n'),
  )
  const after = await project.files()

  const listed = await ikigai('changes', agent)
  expect([listed.code, listed.stdout]).toEqual([0, 'M      +2 −2  a.txt\nM      +1 −1  b.txt\nA      +1 −0  c d.txt\n'])
  expect(jsonLines((await ikigai('changes', agent, '--json')).stdout)[1]).toMatchObject({
    path: 'b.txt',
    state: 'as_left',
  })

  const patch = await ikigai('changes', agent, '--patch')
  await writeFile(join(project.parent, 'all.patch'), patch.stdout)
  await project.git('apply', '--check', '--reverse', join(project.parent, 'all.patch'))

  const blame = await ikigai('blame', 'a.txt:3')
  expect([blame.code, blame.stderr]).toEqual([0, ''])
  expect(blame.stdout).toMatch(new RegExp(`^3 +\\d+ {2}${agent.slice(0, 6)} {2}claude-haiku-4-5\\S* {2}\\S+ {2}Go\n$`))
  const beyond = await ikigai('blame', 'a.txt:99')
  expect([beyond.code, beyond.stdout, beyond.stderr]).toEqual([2, '', expect.stringContaining('has 20 lines')])

  expect((await ikigai('undo', agent, '--file', 'a.txt', '--hunk', '1')).stdout).toBe('a.txt\n')
  expect(await project.read('a.txt')).toBe(after['a.txt']?.replace('two', 'line 2'))
  const all = await ikigai('undo', agent)
  expect([all.code, await project.files()]).toEqual([0, before])
  const redo = /--event (\d+)/.exec(all.stderr)?.[1] ?? ''
  expect((await ikigai('undo', agent, '--event', redo)).code).toBe(0)
  expect(await project.files()).toEqual({ ...after, 'a.txt': after['a.txt']?.replace('two', 'line 2') })
})

it('compares with a base and a range, and refuses names that could be options', async () => {
  const agent = await agentThatCalls(edit('b.txt', 'b\n', 'B\n'))
  await project.git('switch', '--quiet', '-c', 'fix')
  await project.git('commit', '--quiet', '-a', '-m', 'B')
  await project.write('new.txt', 'new\n')
  const compared = await ikigai('changes', agent, '--base', 'main')
  expect([compared.code, compared.stdout]).toEqual([0, 'M      +1 −1  b.txt\nA      +1 −0  new.txt\n'])
  expect(compared.stderr).toMatch(/^From [0-9a-f]{8} to the files of the folder\.\n {2}[0-9a-f]{8} B\n$/)
  const range = await ikigai('changes', agent, '--range', 'main...fix', '--json')
  expect(jsonLines(range.stdout)).toEqual([expect.objectContaining({ path: 'b.txt', added: 1, state: 'as_left' })])
  const patch = await ikigai('changes', agent, '--base', 'main', '--patch')
  await writeFile(join(project.parent, 'base.patch'), patch.stdout)
  await project.git('apply', '--check', '--reverse', join(project.parent, 'base.patch'))
  const refusals = [
    [['--base=-p'], 'could be an option'],
    [['--base', 'nothing'], 'has no commit nothing'],
    [['--range', 'main'], '--range takes A..B'],
    [['--base', 'main', '--since', '1'], 'cannot be combined'],
  ] as const
  for (const [args, said] of refusals) {
    const refused = await ikigai('changes', agent, ...args)
    expect([refused.code, refused.stdout, refused.stderr]).toEqual([2, '', expect.stringContaining(said)])
  }
})

it('sends comments on lines as one prompt, from options, Markdown and JSON', async () => {
  const agent = await agentThatCalls(edit('b.txt', 'b\n', 'B\n'))
  const comments = [{ path: 'a.txt', line: 7, text: 'From JSON', quote: ['line 5'] }]
  await project.write('review.json', JSON.stringify({ comments }))
  await project.write('.env', 'SECRET=1\n')
  await project.write('.gitignore', '.env\n')
  await project.write('review.markdown', '## a.txt:3-4\n\nFrom Markdown\n')
  const before = simulator.requests.length
  const sent = await ikigai(
    'review',
    agent,
    '--comment',
    'b.txt:1',
    'Why?',
    'a.txt:1-2',
    'Both',
    '--file',
    'review.json',
  )
  expect([sent.code, sent.stdout]).toEqual([0, expect.stringContaining('Done.')])
  const prompt = JSON.stringify(simulator.requests.slice(before))
  for (const said of [
    '1. a.txt, line 6 (the lines have moved',
    'From JSON',
    '2. b.txt, line 1:',
    '3. a.txt, lines 1 to 2:',
    'line 0\\nline 1',
  ]) {
    expect(prompt).toContain(said)
  }
  expect((await ikigai('review', agent, '--file', 'review.markdown')).code).toBe(0)
  expect(JSON.stringify(simulator.requests.at(-1))).toContain('a.txt, lines 3 to 4:')
  const refusals = [
    [['--comment', 'a.txt:99', 'x'], 'a.txt has no line 99'],
    [['--comment', 'nothing.txt:1', 'x'], 'nothing.txt is no text file'],
    [['--comment', '../x:1', 'x'], 'x'],
    [['--comment', '.env:1', 'x'], '.env is protected'],
    [['--comment', 'sub/../.env:1', 'x'], 'protected'],
    [['--comment', 'a.txt', 'x'], 'is not FILE:LINE'],
    [['--comment', 'a.txt:1'], 'has no text'],
    [['--comment', 'a.txt:4-2', 'x'], 'last line'],
    [[], 'There is no comment'],
  ] as const
  for (const [args, said] of refusals) {
    const refused = await ikigai('review', agent, ...args)
    expect([refused.code, refused.stdout, refused.stderr]).toEqual([2, '', expect.stringContaining(said)])
  }
})

it('leaves what a command may have changed, says so, and takes it back when asked', async () => {
  const agent = await agentThatCalls(edit('a.txt', 'line 2\n', 'two\n'), bash('echo command > b.txt; echo new > c.txt'))
  const listed = await ikigai('changes', agent)
  expect(listed.stdout).toBe(
    'M      +1 −1  a.txt\nM      +1 −1  b.txt  (not certain whose)\nA      +1 −0  c.txt  (not certain whose)\n',
  )
  expect(listed.stderr).toContain('An undo leaves it unless')
  expect(jsonLines((await ikigai('changes', agent, '--json')).stdout)[1]).toMatchObject({ path: 'b.txt', unsure: true })
  expect((await ikigai('blame', 'b.txt:1')).stdout).not.toContain(agent.slice(0, 6))

  const patch = await ikigai('changes', agent, '--patch')
  expect(patch.stdout).toContain('a.txt')
  expect(patch.stdout).not.toContain('b.txt')
  expect(patch.stderr).toContain('not in the patch: b.txt (not certain whose; `--unsure` includes it)')
  const whole = await ikigai('changes', agent, '--patch', '--unsure')
  for (const path of ['a.txt', 'b.txt', 'c.txt']) expect(whole.stdout).toContain(`+++ b/${path}`)
  expect(whole.stderr).toBe('')

  const undone = await ikigai('undo', agent)
  expect([undone.code, undone.stdout]).toEqual([0, 'a.txt\n'])
  expect(undone.stderr).toContain('left as it is: b.txt (not certain whose)')
  expect(undone.stderr).toContain(`\`ikigai undo ${agent.slice(0, 8)} --unsure\` takes them back too`)
  const again = await ikigai('undo', agent)
  expect([again.code, again.stdout]).toEqual([1, ''])
  expect(again.stderr).toMatch(/Nothing was undone\.\n$/)
  const left = await ikigai('undo', agent, '--json')
  expect(left.code).toBe(1)
  expect(JSON.parse(left.stdout)).toEqual({
    eventId: null,
    files: [],
    left: [],
    unsure: ['b.txt', 'c.txt'],
    others: [],
  })
  expect((await ikigai('undo', agent, 'c.txt')).stdout).toBe('c.txt\n')
  expect((await ikigai('undo', agent, '--unsure')).stdout).toBe('b.txt\n')
  expect(await project.files()).toMatchObject({ 'b.txt': 'b\n' })
  expect(await project.files()).not.toHaveProperty('c.txt')
})

it('refuses to undo what has changed since, and says what to do', async () => {
  const agent = await agentThatCalls(edit('b.txt', 'b', 'agent'))
  await project.write('b.txt', 'person\n')
  const refused = await ikigai('undo', agent)
  expect([refused.code, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toContain('Nothing was written, because these files have changed since: b.txt.')
  expect(await project.read('b.txt')).toBe('person\n')
  expect((await ikigai('changes', agent)).stdout).toContain('b.txt  (changed since)')
  const unknown = await ikigai('undo', 'ffff')
  expect([unknown.code, unknown.stderr]).toEqual([2, 'No agent: ffff. `ikigai agents` lists them.\n'])
  const wrong = await ikigai('undo', agent, '--event', 'x')
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--event')])
})

it('gives a child a worktree, applies its changes to the main folder, and takes them back byte for byte', async () => {
  const parent = await agentThatCalls(bash('true'))
  simulator.enqueue('anthropic', {
    type: 'script',
    blocks: [{ type: 'tool_call', name: 'bash', arguments: { command: 'echo child > b.txt; echo new > c.txt' } }],
  })
  await ikigai('run', '--agent', parent, '--allow', 'bash', '/fork --worktree "Change it"')
  const agents = jsonLines((await ikigai('agents', '--json')).stdout)
  const child = String(agents.find(({ parentId }) => parentId === parent)?.['id'])
  const [folder = ''] = (await ikigai('worktree', child)).stdout.split('\t')
  expect(await readFile(join(folder, 'c.txt'), 'utf8')).toBe('new\n')
  const before = await project.files()
  expect(before).not.toHaveProperty('c.txt')

  const preview = await ikigai('apply', child, '--preview')
  expect(preview.stdout).toBe('clean         +1 −1  b.txt\nclean         +1 −0  c.txt\n')
  expect(await project.files()).toEqual(before)

  const refused = await ikigai('worktree', child, '--remove')
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--discard removes it')])

  await project.write('b.txt', 'person\n')
  const conflict = await ikigai('apply', child)
  expect([conflict.code, conflict.stderr]).toEqual([1, expect.stringContaining('changed the same lines of b.txt')])
  const applied = await ikigai('apply', child, '--skip', 'b.txt')
  expect([applied.code, await project.files()]).toEqual([0, { ...before, 'b.txt': 'person\n', 'c.txt': 'new\n' }])
  const undo = /`ikigai undo (\S+) --event (\d+)`/.exec(applied.stderr) ?? []
  expect((await ikigai('undo', undo[1] ?? '', '--event', undo[2] ?? '')).code).toBe(0)
  expect(await project.files()).toEqual({ ...before, 'b.txt': 'person\n' })

  expect((await ikigai('worktree', child, '--remove', '--discard')).code).toBe(0)
  await expect(filesIn(folder)).rejects.toThrow('ENOENT')
  expect((await ikigai('worktree', child)).stderr).toBe('This agent has no worktree of its own.\n')
})
