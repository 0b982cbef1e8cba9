import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import {
  BackgroundCommands,
  type BackgroundRun,
} from '../../../src/main/adapters/tools/background/background-commands.ts'
import { ok } from '../../../src/shared/result.ts'
import { CommandList } from '../../../src/main/adapters/tools/background/command-list.ts'
import { valueOf } from '../../support/drive-agent.ts'

const [AGENT, OTHER] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']

let directory: string
let folder: string
let runs: { readonly options: BackgroundRun; readonly end: () => void }[]
let background: BackgroundCommands
let list: CommandList
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ikigai-command-list-'))
  folder = join(directory, 'background-commands')
  runs = []
  background = new BackgroundCommands()
  list = new CommandList(folder, background)
})
afterEach(() => rm(directory, { recursive: true, force: true }))

function start(agentId: string, command: string, startedAt: number): string {
  const run = (options: BackgroundRun): Promise<string> =>
    new Promise((resolve) => runs.push({ options, end: () => resolve('ended') }))
  return valueOf(background.start({ agentId, command, startedAt }, { run, again: () => Promise.resolve(ok(run)) }))
}

const listed = async () => valueOf(await list.read())
const ownFile = () => join(folder, `${process.pid}.json`)

/** A list of commands that the process with this id wrote; `mark`: that of the process, unless given. */
async function writeList(pid: number, command: string, mark?: string): Promise<void> {
  const stats = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null)
  const real = stats === null ? 'runs' : stats.slice(stats.lastIndexOf(')') + 2).split(' ')[19]
  await mkdir(folder, { recursive: true })
  const commands = [{ agentId: OTHER, id: 'b9', command, startedAt: 5, ports: [5173] }]
  await writeFile(join(folder, `${pid}.json`), JSON.stringify({ mark: mark ?? real, commands }))
}

it('has the commands of all agents with their ports, oldest first, and none that has ended', async () => {
  expect(await listed()).toEqual([])
  const late = start(AGENT, 'npm run watch', 9)
  const early = start(OTHER, 'npm run dev', 1)
  runs[1]?.options.onPorts([5173, 5174])
  expect(await listed()).toEqual([
    { agentId: OTHER, id: early, command: 'npm run dev', startedAt: 1, ports: [5173, 5174] },
    { agentId: AGENT, id: late, command: 'npm run watch', startedAt: 9 },
  ])
  runs[1]?.options.onPorts([])
  expect((await listed())[0]).not.toHaveProperty('ports')
  runs[0]?.end()
  await expect.poll(listed).toHaveLength(1)
  background.endOf(OTHER)
  expect(await listed()).toEqual([])
})

it('is read by another process, for its owner only, and leaves no file when nothing runs', async () => {
  start(AGENT, 'npm run dev', 1)
  runs[0]?.options.onPorts([5173])
  expect(JSON.parse(await readFile(ownFile(), 'utf8'))).toMatchObject({
    commands: [{ agentId: AGENT, command: 'npm run dev', ports: [5173] }],
  })
  expect((await stat(ownFile())).mode & 0o077).toBe(0)
  expect((await stat(folder)).mode & 0o077).toBe(0)
  background.endOf(AGENT)
  expect(await readdir(folder)).toEqual([])
})

it('has those of other processes that run', async () => {
  await writeList(process.ppid, 'python3 -m http.server')
  start(AGENT, 'npm run dev', 9)
  expect((await listed()).map(({ agentId, command, ports }) => [agentId, command, ports])).toEqual([
    [OTHER, 'python3 -m http.server', [5173]],
    [AGENT, 'npm run dev', undefined],
  ])
})

it.each([
  ['a process that has ended', 4_194_303, undefined],
  ['an earlier process with the same id', process.ppid, 'earlier'],
])('has nothing that %s left, and removes it', async (_what, pid, mark) => {
  await writeList(pid, 'npm run dev', mark)
  expect(await listed()).toEqual([])
  expect(existsSync(join(folder, `${pid}.json`))).toBe(false)
})

it.each(['', '{', '[]', '{"mark":"runs"}', '{"mark":"runs","commands":[{"agentId":1}]}'])(
  'is not disturbed by a file with %j',
  async (text) => {
    await mkdir(folder)
    await writeFile(join(folder, `${process.ppid}.json`), text)
    await writeFile(join(folder, 'notes.txt'), text)
    start(AGENT, 'npm run dev', 9)
    expect(await listed()).toHaveLength(1)
  },
)

it('does not fail a command whose list cannot be written', async () => {
  await writeFile(folder, 'a file in place of the folder')
  start(AGENT, 'npm run dev', 1)
  expect(background.running(AGENT)).toHaveLength(1)
  expect(await list.read()).toMatchObject({ ok: false })
})
