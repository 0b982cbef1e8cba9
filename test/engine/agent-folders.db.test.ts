import { mkdir, mkdtemp, realpath, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { gitFolder } from '../support/git-folder.ts'
import type { AgentId } from '../../src/shared/ids.ts'
import { closeAll } from '../support/close-all.ts'
import { Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

let simulator: Simulator
let real: RealEngine
let place: string
let noted: string[] = []

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: () => textAnswer('Yes.') })
  place = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-folders-')))
  real = await openRealEngine(simulator.environment(), {
    homeDirectory: join(place, 'home', 'ann'),
    wrapPorts: (ports) => ({ ...ports, noteAgentFolder: (folder) => void noted.push(folder) }),
  })
  for (const name of ['one', 'two', 'three']) await mkdir(join(place, name))
  await mkdir(join(place, 'home', 'ann', 'project'), { recursive: true })
  await symlink(join(place, 'one'), join(place, 'link'))
  await writeFile(join(place, 'file'), '')
})
afterAll(() => closeAll(real, simulator, place))

const openPane = () => Pane.create(real.engine, 'claude-haiku-4-5/none')
const folderOf = async ({ agentId }: Pane) => valueOf(await real.engine.agents.folder({ agentId }))
const choose = async ({ agentId }: Pane, folder: string | null) => real.engine.agents.setFolder({ agentId, folder })

it('is the workspace until one is chosen, and then holds for all below that have none of their own', async () => {
  const root = await openPane()
  await root.type('Hello')
  const child = await root.fork()
  const grandchild = await child.fork()
  const { folder: workspace, chosenFor } = await folderOf(grandchild)
  valueOf(await choose(root, join(place, 'one')))
  valueOf(await choose(child, join(place, 'two')))
  const chosen = [await folderOf(root), await folderOf(child), await folderOf(grandchild)]
  await real.reopen()
  const afterRestart = await folderOf(grandchild)
  valueOf(await choose(child, null))
  const inherited = await folderOf(grandchild)
  valueOf(await choose(root, null))

  expect(chosenFor).toBeNull()
  expect(chosen).toEqual([
    { folder: join(place, 'one'), chosenFor: root.agentId },
    { folder: join(place, 'two'), chosenFor: child.agentId },
    { folder: join(place, 'two'), chosenFor: child.agentId },
  ])
  expect(afterRestart).toEqual({ folder: join(place, 'two'), chosenFor: child.agentId })
  expect(inherited).toEqual({ folder: join(place, 'one'), chosenFor: root.agentId })
  expect(await folderOf(grandchild)).toEqual({ folder: workspace, chosenFor: null })
})

it('is told to what guards it at the start, whoever chose it, and when it is chosen', async () => {
  const root = await openPane()
  await root.type('Hello')
  const child = await root.fork()
  valueOf(await choose(child, join(place, 'two')))
  noted = []
  valueOf(await choose(root, join(place, 'three')))
  await expect.poll(() => noted).toContain(join(place, 'three'))
  noted = []
  await real.reopen()
  expect(noted).toEqual(expect.arrayContaining([join(place, 'two'), join(place, 'three')]))
})

it('keeps both of two choices that are made at once', async () => {
  const root = await openPane()
  await root.type('Hello')
  const children = [await root.fork(), await root.fork()]
  const [one, two] = children
  if (one === undefined || two === undefined) throw new Error('No children')
  await Promise.all([choose(one, join(place, 'one')), choose(two, join(place, 'two'))])

  expect((await folderOf(one)).folder).toBe(join(place, 'one'))
  expect((await folderOf(two)).folder).toBe(join(place, 'two'))
})

it('is where it really is', async () => {
  const pane = await openPane()
  expect(valueOf(await choose(pane, ` ${join(place, 'link')} `)).folder).toBe(join(place, 'one'))
})

it.each([
  ['one', 'one: give the whole path, from the root or from ~ on.'],
  ['/nowhere/at/all', '/nowhere/at/all: there is no such folder.'],
  ['FILE', 'FILE is a file, not a folder.'],
])('refuses %s with words, and changes nothing', async (typed, words) => {
  const pane = await openPane()
  const before = await folderOf(pane)
  const path = typed === 'FILE' ? join(place, 'file') : typed

  expect(refusalOf(await choose(pane, path))).toBe(words.replace('FILE', path))
  expect(await folderOf(pane)).toEqual(before)
})

it('is not changed under a running turn, of the agent or of one below it', async () => {
  const root = await openPane()
  await root.type('Hello')
  const child = await root.fork()
  simulator.enqueue('anthropic', { type: 'script', blocks: [{ type: 'hold', name: 'held' }] })
  valueOf(await real.engine.agents.submit({ agentId: child.agentId, text: 'Take your time' }))
  const held = await simulator.streamHeld()
  const refusals = [
    refusalOf(await choose(child, join(place, 'one'))),
    refusalOf(await choose(root, join(place, 'one'))),
  ]
  held.release()
  await child.until(({ view }) => view.turn === null && view.events.length > 3)

  expect(refusals).toEqual(Array(2).fill(expect.stringContaining('Wait until the turns of this agent')))
  expect(valueOf(await choose(root, join(place, 'three'))).folder).toBe(join(place, 'three'))
})

it('says that a folder is a home directory, has one in it, or is the root', async () => {
  const pane = await openPane()
  const home = join(place, 'home')
  const wide: unknown[] = []
  for (const folder of [home, join(home, 'ann'), '/', join(home, 'ann', 'project')]) {
    const chosen = valueOf(await choose(pane, folder))
    expect(await folderOf(pane)).toEqual(chosen)
    wide.push(chosen.wideFolder)
  }
  expect(wide).toEqual(['home', 'home', 'root', undefined])
})

/** The folder of an agent in an engine that was started in a folder. */
async function openStartedIn<Value>(
  startedIn: string,
  act: (offering: RealEngine, agentId: AgentId) => Promise<Value>,
): Promise<Value> {
  const offering = await openRealEngine(simulator.environment(), {
    homeDirectory: join(place, 'home', 'ann'),
    wrapPorts: (ports) => ({ ...ports, startedIn }),
  })
  try {
    const { agentId } = await Pane.create(offering.engine, 'claude-haiku-4-5/none')
    return await act(offering, agentId)
  } finally {
    await offering.close()
  }
}

it('offers the project that the engine was started in, which nothing but a user chooses', async () => {
  const project = await gitFolder()
  await project.write('a.txt', 'a')
  await project.git('add', '.')
  await project.git('commit', '-qm', 'one')
  try {
    await openStartedIn(project.folder, async ({ engine }, agentId) => {
      const look = async () => valueOf(await engine.agents.folder({ agentId }))
      const before = await look()
      expect(before).toMatchObject({ chosenFor: null, offered: project.folder })
      expect(before.folder).not.toBe(project.folder)
      valueOf(await engine.agents.setFolder({ agentId, folder: project.folder }))
      expect(await look()).not.toHaveProperty('offered')
      valueOf(await engine.agents.setFolder({ agentId, folder: null }))
      expect(await look()).toMatchObject({ chosenFor: null, offered: project.folder })
    })
  } finally {
    await project.remove()
  }
})

it.each(['one', join('home', 'ann'), 'gone', '..'])(
  'offers nothing where it was started in no project: %s',
  async (name) => {
    const folder = await openStartedIn(join(place, name), async ({ engine }, agentId) =>
      valueOf(await engine.agents.folder({ agentId })),
    )
    expect(folder).not.toHaveProperty('offered')
  },
)
