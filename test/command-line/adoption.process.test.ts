import { mkdir, rename, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'

import type { AppliedChanges } from '../../src/shared/agent-worktree.ts'
import type { RaceView } from '../../src/shared/race.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import { closeAll } from '../support/close-all.ts'
import { type GitFolder, gitFolder } from '../support/git-folder.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { type Answer, textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'

/** The test starts many processes, on a machine that may be busy. */
vi.setConfig({ testTimeout: 240_000 })

const MODELS = 'claude-haiku-4-5/none,gpt-5-mini/low'

let simulator: Simulator
let workspace: Workspace
let database: Storage
let project: GitFolder

/** Both attempts write two files. Later prompts write a third one, by a tool that asks in the user's folder. */
function answerOf({ bodyText, host }: { readonly bodyText: string; readonly host: string }): Answer {
  const call = (name: string, args: Readonly<Record<string, string>>): Answer => ({
    type: 'script',
    blocks: [{ type: 'tool_call', name, arguments: args }],
  })
  const results = bodyText.match(/"type":"(?:function_call_output|tool_result)"/g)?.length ?? 0
  if (bodyText.includes('in the submodule')) {
    const paths = host === 'openai' ? ['lib/new.txt', 'one.txt'] : ['lib/new.txt']
    const path = paths[results]
    return path === undefined ? textAnswer('Done.') : call('file_write', { path, content: 'new\n' })
  }
  const isLater = bodyText.includes('And now')
  if (isLater && results === (bodyText.includes('yet another') ? 3 : 2))
    return call('file_write', { path: 'later.txt', content: 'later\n' })
  if (results === 0) return call('file_write', { path: 'one.txt', content: 'new\n' })
  return results === 1 && !isLater ? call('file_write', { path: 'two.txt', content: 'new\n' }) : textAnswer('Done.')
}

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: answerOf })
  workspace = await makeWorkspace(simulator.environment())
  database = await keepDatabaseUp(workspace)
})
afterAll(() => closeAll(database, workspace, simulator))
beforeEach(async () => {
  project = await gitFolder()
  await project.write('a.txt', 'old\n')
  await project.git('add', '--all')
  await project.git('commit', '--quiet', '-m', 'files')
  return () => project.remove()
})

const ikigai = (...args: readonly string[]) => runIkigai(args, workspace.environment, project.folder)
const worktreeCount = async (): Promise<number> => (await project.git('worktree', 'list')).trim().split('\n').length

async function raced(): Promise<RaceView> {
  const ended = await ikigai(
    'race',
    '--models',
    MODELS,
    '--winner',
    'smallest',
    '--json',
    '--trust',
    '--test',
    'grep new one.txt',
    'Fix it',
  )
  expect([ended.code, ended.code === 0 ? '' : ended.stderr]).toEqual([0, ''])
  const view: RaceView = JSON.parse(ended.stdout)
  return view
}

type Adopted = RaceView & { readonly adoption: AppliedChanges }

it('the worktrees of an adopted race are removed, and its agents ask in the folder where they work then', async () => {
  const { agentId, attempts, winner } = await raced()
  expect(await worktreeCount()).toBe(3)
  const adopted = await ikigai('race', '--resume', agentId, '--adopt', '--json')
  const view: Adopted = JSON.parse(adopted.stdout)
  expect([adopted.code, view.adopted, view.adoption.files.map(({ path }) => path)]).toEqual([
    0,
    winner,
    ['one.txt', 'two.txt'],
  ])
  expect(view.adoption.worktrees?.map(({ agentId: id, kept }) => [id, kept])).toEqual(
    attempts.map((each) => [each.agentId, null]),
  )
  expect(await worktreeCount()).toBe(1)

  for (const { agentId: attempt } of attempts) {
    expect((await ikigai('changes', attempt)).stdout).toContain('one.txt')
    const refused = await ikigai('run', '--agent', attempt, 'And now write another file')
    expect([refused.code, await project.git('status', '--porcelain')]).toEqual([0, '?? one.txt\n?? two.txt\n'])
    const transcript = await ikigai('log', attempt)
    expect(transcript.stdout).toContain("file_write needs a user's approval")
  }
  const wrote = await ikigai(
    'run',
    '--agent',
    String(winner),
    '--allow',
    'file_write',
    'And now write yet another file',
  )
  expect([wrote.code, await project.read('later.txt')]).toEqual([0, 'later\n'])

  const undone = await ikigai('undo', agentId, '--event', String(view.adoption.eventId))
  expect([undone.code, await project.git('status', '--porcelain')]).toEqual([0, '?? later.txt\n'])
  const again = await ikigai(
    'race',
    '--resume',
    agentId,
    '--adopt',
    attempts.find((each) => each.agentId !== winner)?.agentId ?? '',
  )
  expect([again.code, await project.git('status', '--porcelain')]).toEqual([
    0,
    '?? later.txt\n?? one.txt\n?? two.txt\n',
  ])
})

it('the worktree of an attempt stays if a file of it was left out', async () => {
  const { agentId, winner } = await raced()
  const adopted = await ikigai('race', '--resume', agentId, '--adopt', '--skip', 'two.txt')
  expect([adopted.code, await project.git('status', '--porcelain')]).toEqual([0, '?? one.txt\n'])
  const directory =
    /^Kept (\S+): two\.txt of its changes was left out\. .*--remove --discard/m.exec(adopted.stderr)?.[1] ?? ''
  expect(await project.git('worktree', 'list', '--porcelain')).toContain(`worktree ${directory}\n`)
  expect(await worktreeCount()).toBe(2)
  expect((await ikigai('worktree', String(winner))).stdout).toContain(directory)
})

it('what git ignores and no checkpoint holds is no loss, but a large file that was left nowhere else is kept', async () => {
  const { agentId, winner, attempts } = await raced()
  const other = attempts.find((each) => each.agentId !== winner)?.agentId ?? ''
  const [folder = ''] = (await ikigai('worktree', other)).stdout.trim().split('\t')
  await project.write('../large.bin', 'x')
  await truncate(`${project.parent}/large.bin`, 6_000_000)
  await rename(`${project.parent}/large.bin`, `${folder}/large.bin`)
  const adopted: Adopted = JSON.parse((await ikigai('race', '--resume', agentId, '--adopt', '--json')).stdout)
  const kept = adopted.adoption.worktrees?.filter((each) => each.kept !== null) ?? []
  expect(kept).toMatchObject([{ agentId: other, kept: expect.stringContaining('No checkpoint holds large.bin.') }])
  expect(await worktreeCount()).toBe(2)
})

it('a change in a submodule is listed, kept and named, and written nowhere', async () => {
  const library = join(project.parent, 'library')
  await mkdir(library)
  await writeFile(join(library, 'three.js'), 'exports.three = 3\n')
  const inLibrary = (...args: readonly string[]) => project.git('-C', library, ...args)
  await inLibrary('init', '--quiet', '--initial-branch=main')
  await inLibrary('add', '.')
  await inLibrary('commit', '--quiet', '-m', 'library')
  await project.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'lib')
  await project.git('commit', '--quiet', '-m', 'library')
  const test = ['--test', 'test -e lib/new.txt', '--retries', '0', '--winner', 'smallest']
  const ended = await ikigai('race', '--models', MODELS, '--json', '--trust', ...test, 'Add it in the submodule')
  const { agentId, attempts, winner }: RaceView = JSON.parse(ended.stdout)
  expect([ended.code, winner, attempts.map(({ changes }) => changes?.added)]).toEqual([0, attempts[0]?.agentId, [1, 2]])
  const [first = '', second = ''] = attempts.map((each) => each.agentId)
  expect((await ikigai('changes', first)).stdout).toBe('A      +1 −0  lib/new.txt\n')
  const { adoption }: Adopted = JSON.parse((await ikigai('race', '--resume', agentId, '--adopt', '--json')).stdout)
  expect([adoption.eventId, adoption.files, adoption.notApplied]).toEqual([null, [], ['lib/new.txt']])
  expect(adoption.worktrees?.map((each) => [each.agentId, each.kept?.split('.')[0] ?? null])).toEqual([
    [second, null],
    [first, 'lib/new'],
  ])
  expect(await project.git('status', '--porcelain')).toBe('')

  const other = await ikigai('race', '--resume', agentId, '--adopt', second)
  expect([other.code, await project.git('status', '--porcelain')]).toEqual([0, '?? one.txt\n'])
  expect(other.stderr).toContain(`not applied: lib/new.txt (in a repository inside the folder, such as a submodule)`)
  const applied = await ikigai('apply', first, '--json')
  expect(applied.stdout.trim()).toBe('{"path":"lib/new.txt","state":"not_applied"}')
  await project.write('../changes.patch', (await ikigai('changes', first, '--patch')).stdout)
  await project.git('apply', '../changes.patch')
  expect(await project.read('lib/new.txt')).toBe('new\n')
})
