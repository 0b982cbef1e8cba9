import { mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { type ScriptedBlock, textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { unconfinedTools } from '../support/tool-options.ts'

let simulator: Simulator
let real: RealEngine
let room: string
/** The call of the next answer; then the turn ends. */
let next: ScriptedBlock | null = null

beforeAll(async () => {
  room = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-tree-outputs-')))
  const outputDirectory = join(room, 'tool-output')
  simulator = await startSimulator({
    answerWith: () => {
      const block = next
      next = null
      return block === null ? textAnswer('Done.') : { type: 'script', blocks: [block] }
    },
  })
  real = await openRealEngine(simulator.environment(), {
    allowed: ['bash', 'file_read:/**'],
    tools: (agents) =>
      unconfinedTools(agents, {
        environment: { PATH: process.env['PATH'] ?? '' },
        maxOutputSize: 2_000,
        outputDirectory,
      }),
  })
})
afterAll(() => closeAll(real, simulator, room))

/** Lets the agent make one call; returns its result. */
async function result(pane: Pane, name: string, args: Record<string, string | number>) {
  next = { type: 'tool_call', name, arguments: args }
  await pane.type('Go')
  const found = pane.view.events.findLast(({ kind }) => kind === 'tool_result')
  if (found?.kind !== 'tool_result') throw new Error('There is no result.')
  return found
}

it('shows a complete output to the tree that made it: to forks, and not to others that learned its path', async () => {
  const pane = await Pane.create(real.engine, 'claude-haiku-4-5/none')
  const made = await result(pane, 'bash', { command: 'seq 1 2000; echo PLANTED-END' })
  const path = made.data.full_output ?? ''
  expect(path).toContain(pane.agentId)
  const read = (reader: Pane) => result(reader, 'file_read', { path, offset: 2_001 })
  const fork = await pane.fork()
  const deeper = await fork.fork()
  for (const reader of [pane, fork, deeper]) expect((await read(reader)).content).toContain('PLANTED-END')
  const ofFork = await result(fork, 'bash', { command: 'seq 1 2000; echo FORK-END' })
  const back = await result(pane, 'file_read', { path: ofFork.data.full_output ?? '', offset: 2_001 })
  expect(back.content).toContain('FORK-END')

  const other = await Pane.create(real.engine, 'claude-haiku-4-5/none')
  await other.type(`Read ${path}`)
  let text = ''
  for await (const piece of real.engine.log.export(
    { format: 'log', agentId: pane.agentId },
    new AbortController().signal,
  ))
    text += valueOf(piece)
  const imported = valueOf(await real.engine.log.import({ text }))
  const copy = await Pane.open(real.engine, imported.agents[0] ?? '')
  expect(JSON.stringify(copy.view.events)).toContain(path)
  for (const reader of [other, copy]) {
    const refused = await read(reader)
    expect(refused).toMatchObject({ data: { is_error: true } })
    expect(refused.content).toMatch(/another tree of agents/)
  }
  for (const one of [pane, fork, deeper, other, copy]) one.close()
})
