import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { agentsOf, Pane, seen, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { type ScriptedBlock, textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

const HELD = { type: 'script', blocks: [{ type: 'text', text: 'Half, ' }, { type: 'hold' }] } as const
const FORK: ScriptedBlock = { type: 'tool_call', name: 'slash', arguments: { command: 'fork', args: '"Go on"' } }

let simulator: Simulator
let here: RealEngine
let there: RealEngine

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: () => HELD })
  here = await openRealEngine(simulator.environment(), { config: { maxRunningTurns: 3 } })
  there = await openRealEngine(simulator.environment(), { databaseUrl: here.databaseUrl })
})

afterEach(async () => {
  for (const { engine } of [here, there]) valueOf(await engine.agents.stop({ agentId: null }))
})

afterAll(() => closeAll(there, here, simulator))

const createHere = () => Pane.create(here.engine, 'claude-haiku-4-5/none')

/** A turn of the agent streams in the other engine; the pane is that engine's. */
async function runThere(agentId: string): Promise<Pane> {
  await seen(there.engine, ({ id }) => id === agentId)
  const pane = await Pane.open(there.engine, agentId)
  valueOf(await there.engine.agents.submit({ agentId, text: 'Go' }))
  await pane.until(isStreaming)
  return pane
}

const isStreaming = (pane: Pane): boolean => pane.view.turn?.blocks.length === 1

const isStopped = (pane: Pane): boolean => pane.view.turn === null && pane.last('interrupted') !== undefined

describe('a turn that another engine runs', () => {
  it('is ended by /stop of the agent above it', async () => {
    const parent = await createHere()
    const child = await parent.fork()
    const other = await createHere()
    const [running, untouched] = [await runThere(child.agentId), await runThere(other.agentId)]
    expect((await parent.type('/stop')).answers).toEqual(['Stopped 1 turn.'])
    await running.until(isStopped)
    expect(untouched.view.turn).not.toBeNull()
    expect((await parent.type('/stop')).answers).toEqual(['Nothing was running.'])
  })

  it('is ended by /stop all, with those of this engine', async () => {
    const [mine, theirs] = [await createHere(), await createHere()]
    const running = await runThere(theirs.agentId)
    valueOf(await here.engine.agents.submit({ agentId: mine.agentId, text: 'Go' }))
    await mine.until(isStreaming)
    expect((await (await createHere()).type('/stop all')).answers).toEqual(['Stopped 2 turns.'])
    for (const pane of [mine, running]) await pane.until(isStopped)
  })

  it('is ended by a cancel of its agent, which ends no other', async () => {
    const parent = await createHere()
    const child = await parent.fork()
    const [above, below] = [await runThere(parent.agentId), await runThere(child.agentId)]
    expect(valueOf(await here.engine.agents.cancel({ agentId: parent.agentId }))).toBe(true)
    await above.until(isStopped)
    expect(below.view.turn).not.toBeNull()
    expect(valueOf(await here.engine.agents.cancel({ agentId: parent.agentId }))).toBe(false)
  })

  it('has ended when a /kill of an agent above it is answered', async () => {
    const parent = await createHere()
    const child = await parent.fork()
    const running = await runThere(child.agentId)
    expect((await parent.type('/kill')).answers).toEqual(['Killed 2 agents.'])
    expect(valueOf(await here.storage.peers.runningElsewhere(null))).toEqual([])
    await running.until(isStopped)
  })

  it('starts no child that its model forks while it is stopped', async () => {
    const parent = await createHere()
    await seen(there.engine, ({ id }) => id === parent.agentId)
    simulator.enqueue('anthropic', { type: 'script', blocks: [FORK, { type: 'hold' }] })
    valueOf(await there.engine.agents.submit({ agentId: parent.agentId, text: 'Fork while you are stopped' }))
    // Those of earlier tests were ended, and are still in the queue.
    const stream = await simulator.streamHeld(({ bodyText }) => bodyText.includes('Fork while you are stopped'))
    const requests = simulator.requests.length
    const stopped = here.engine.agents.stop({ agentId: parent.agentId })
    stream.release()
    expect(valueOf(await stopped)).toBeGreaterThan(0)
    const below = (await agentsOf(there.engine)).filter(({ parentId }) => parentId === parent.agentId)
    const running = valueOf(await here.storage.peers.runningElsewhere(parent.agentId))
    expect([running, simulator.requests.length - requests <= below.length]).toEqual([[], true])
  })

  it('counts for the limit of running turns in its tree', async () => {
    const parent = await createHere()
    for (let child = 0; child < 2; child++) await runThere((await parent.fork()).agentId)
    simulator.enqueue('anthropic', { type: 'script', blocks: [FORK] })
    simulator.enqueue('anthropic', textAnswer('Enough.'))
    await parent.type('Delegate')
    expect(parent.last('tool_result')?.content).toBe(
      '3 turns run in this tree; the limit is 3 (max_running_turns in config.json). Nothing was forked.',
    )
  })
})
