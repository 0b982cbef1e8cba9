import { mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { BackgroundCommands } from '../../src/main/adapters/tools/background/background-commands.ts'
import { bashTool } from '../../src/main/adapters/tools/bash-tool.ts'
import { agentsOf, Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { noProcessIn } from '../support/processes-in.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { fileFacts } from '../support/tool-options.ts'

let simulator: Simulator
let real: RealEngine
let folder: string
const background = new BackgroundCommands()
const COMMAND = 'echo up; sleep 600'

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-background-')))
  simulator = await startSimulator({ answerWith: () => textAnswer('Yes.') })
  const context = {
    environment: { PATH: process.env['PATH'] ?? '' },
    maxOutputSize: 100_000,
    outputDirectory: '/nonexistent',
    places: { homeDirectory: '/nonexistent', ownFolders: [], openFolder: '/nonexistent' },
    outsideLine: (line: string) => line,
    background,
    ...fileFacts(),
    sandboxing: null,
  }
  real = await openRealEngine(simulator.environment(), {
    tools: ({ folderOf, rootOf }) => [bashTool({ ...context, folderOf, rootOf })],
    allowed: ['bash'],
    backgroundWork: background,
  })
})
afterAll(() => closeAll(real, simulator, folder))

async function start(pane: Pane): Promise<string> {
  const args = { command: COMMAND, background: true }
  simulator.enqueue('anthropic', { type: 'script', blocks: [{ type: 'tool_call', name: 'bash', arguments: args }] })
  await pane.type('Watch')
  return pane.last('tool_result')?.content ?? ''
}

async function open(): Promise<Pane> {
  const pane = await Pane.create(real.engine, 'claude-haiku-4-5/none')
  valueOf(await real.engine.agents.setFolder({ agentId: pane.agentId, folder }))
  return pane
}

const runs = async ({ agentId }: Pane, id: string): Promise<boolean> =>
  (await background.read(agentId, id, { waitMs: 0, signal: new AbortController().signal })).ok

it('outlives its turn, also one that is stopped, and ends when its agent or an ancestor is killed', async () => {
  const parent = await open()
  expect(await start(parent)).toContain('as b1.')
  const child = await parent.fork()
  expect(await start(child)).toContain('as b2.')
  valueOf(await real.engine.agents.stop({ agentId: parent.agentId }))
  expect([await runs(parent, 'b1'), await runs(child, 'b2')]).toEqual([true, true])
  await parent.type(`/kill`)
  await noProcessIn(folder)
  expect([await runs(parent, 'b1'), await runs(child, 'b2')]).toEqual([false, false])
})

it('is shown with its agent, and a user reads and ends it', async () => {
  const pane = await open()
  const id = /b\d+/.exec(await start(pane))?.[0] ?? ''
  const { agentId } = pane
  const shown = async () => (await agentsOf(real.engine)).find((agent) => agent.id === agentId)?.background
  expect(await shown()).toEqual([{ id, command: COMMAND, startedAt: expect.any(Number) }])
  const output = () => real.engine.agents.backgroundOutput({ agentId, id })
  await expect.poll(async () => valueOf(await output())).toBe('up\n')
  valueOf(await real.engine.agents.endBackground({ agentId, id }))
  expect(await shown()).toBeUndefined()
  const patience = { waitMs: 0, signal: new AbortController().signal }
  expect(valueOf(await background.read(agentId, id, patience))).toEqual({
    text: 'up\n',
    ports: [],
    end: '[Cancelled: the command and everything it started was ended.]',
  })
  expect(refusalOf(await output())).toContain(`No background command: ${id}.`)
})

it('ends with the engine', async () => {
  const pane = await open()
  expect(await start(pane)).toMatch(/as b\d+\./)
  await real.reopen()
  await noProcessIn(folder)
})
