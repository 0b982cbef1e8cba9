import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import { filesIn, type GitFolder, gitFolder } from '../support/git-folder.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import {
  changedFiles,
  copyProjectWithFault,
  FAILING_TEST,
  FAULTY,
  FIXING_HOSTS,
  fixingAnswers,
  testPasses,
} from '../support/project-copy.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { jsonLines, makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'

/** The test starts many processes, on a machine that may be busy. */
vi.setConfig({ testTimeout: 240_000 })

const MODELS = {
  anthropic: 'claude-haiku-4-5/none',
  openai: 'gpt-5-mini/low',
  google: 'gemini-2.5-flash/none',
} as const

let simulator: Simulator
let workspace: Workspace
let database: Storage
let project: GitFolder

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: () => textAnswer('Ready.') })
  workspace = await makeWorkspace(simulator.environment())
  database = await keepDatabaseUp(workspace)
  project = await gitFolder()
  await copyProjectWithFault(project)
})
afterAll(() => closeAll(project, database, workspace, simulator))

const ikigai = async (...args: readonly string[]) => {
  const ended = await runIkigai(args, workspace.environment, project.folder)
  expect([ended.code, ended.code === 0 ? '' : ended.stderr]).toEqual([0, ''])
  return ended
}

it('three models fix a failing test in worktrees of their own, and one fix is applied and taken back', async () => {
  const before = await project.files()
  expect(await testPasses(project.folder)).toBe(false)
  const begun = await ikigai('run', '--trust', '--json', '--model', MODELS.anthropic, 'Hello')
  const [parent = ''] = jsonLines(begun.stdout).flatMap(({ agent }) => (typeof agent === 'string' ? [agent] : []))

  for (const host of FIXING_HOSTS) for (const answer of fixingAnswers(host)) simulator.enqueue(host, answer)
  await Promise.all(
    FIXING_HOSTS.map((host) =>
      ikigai('run', '--agent', parent, '--allow', 'bash', `/fork --worktree --model ${MODELS[host]} "Fix the test"`),
    ),
  )

  const agents = jsonLines((await ikigai('agents', '--json')).stdout)
  const children = agents.filter(({ parentId }) => parentId === parent)
  expect(children).toHaveLength(3)
  const rangesOfPorts = new Set<string>()
  const changed: Record<string, readonly string[]> = {}
  for (const { id, choice } of children) {
    const [folder = '', , ports = ''] = (await ikigai('worktree', String(id))).stdout.trim().split('\t')
    expect(JSON.parse((await ikigai('worktree', String(id), '--json')).stdout)).toMatchObject({ folder })
    rangesOfPorts.add(ports)
    expect(await testPasses(folder)).toBe(true)
    changed[JSON.stringify(choice)] = changedFiles(before, await filesIn(folder))
  }
  expect([...rangesOfPorts].filter((text) => /^ports 2\d{4}-2\d{4}$/.test(text))).toHaveLength(3)
  expect(Object.values(changed).flat().toSorted()).toEqual([FAILING_TEST, FAULTY, FAULTY])
  expect(await project.files()).toEqual(before)

  const winner = String(children.find(({ choice }) => JSON.stringify(choice).includes('claude'))?.['id'])
  expect((await ikigai('changes', winner)).stdout).toBe(`M      +1 −1  ${FAULTY}\n`)
  await project.git('config', 'user.name', 'Ann')
  await project.git('config', 'user.email', 'ann@localhost')
  const applied = await ikigai('apply', winner, '--message', 'fix: figures')
  expect(await project.git('show', '--format=%s %(trailers:key=Ikigai-Agent,valueonly)', '--name-only')).toBe(
    `fix: figures ${winner}\n\n\n${FAULTY}\n`,
  )
  expect(changedFiles(before, await project.files())).toEqual([FAULTY])
  expect(await testPasses(project.folder)).toBe(true)
  const undo = /`ikigai undo (\S+) --event (\d+)`/.exec(applied.stderr) ?? []
  await ikigai('undo', undo[1] ?? '', '--event', undo[2] ?? '')
  expect(await project.files()).toEqual(before)
})

it('an agent moves into a worktree of its own, and back', async () => {
  const begun = await ikigai('run', '--trust', '--json', '--model', MODELS.anthropic, 'Hello')
  const [agent = ''] = jsonLines(begun.stdout).flatMap((line) => (typeof line.agent === 'string' ? [line.agent] : []))
  const made: unknown = JSON.parse((await ikigai('worktree', agent, '--new', '--json')).stdout)
  expect(made).toMatchObject({ parentFolder: project.folder })
  const [folder = ''] = (await ikigai('worktree', agent)).stdout.split('\t')
  expect(changedFiles(await project.files(), await filesIn(folder))).toEqual([])
  const again = await runIkigai(['worktree', agent, '--new'], workspace.environment, project.folder)
  expect([again.code === 0, again.stderr]).toEqual([false, expect.stringContaining('has a worktree')])
  await ikigai('worktree', agent, '--remove')
  expect((await ikigai('worktree', agent)).stderr).toContain('no worktree')
})
