import { describe, expect, it } from 'vitest'

import type { AgentSummary } from '../../src/shared/agent-summary.ts'
import { agentsOf, Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import type { ScriptedBlock } from '../support/provider-simulator/answer.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { SleepTool } from '../support/sleep-tool.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

const sleep = new SleepTool()

const shared = engineForTests({ answerWith: () => textAnswer('Yes.') }, { tools: [sleep] })

const openPane = () => Pane.create(shared.real.engine, 'claude-haiku-4-5/none')

const slash = (command: string, args: string): ScriptedBlock => ({
  type: 'tool_call',
  name: 'slash',
  arguments: { command, args },
})
const SLEEP: ScriptedBlock = { type: 'tool_call', name: 'sleep', arguments: {} }

function enqueue(...blocks: readonly ScriptedBlock[]): void {
  shared.simulator.enqueue('anthropic', { type: 'script', blocks })
}

async function childrenOf(pane: Pane): Promise<readonly AgentSummary[]> {
  return (await agentsOf(shared.real.engine)).filter(({ parentId }) => parentId === pane.agentId)
}

/** A turn that has forked in its answer and sleeps in the same batch. */
async function forkingAndAsleep(): Promise<Pane> {
  const pane = await openPane()
  enqueue(slash('fork', '"Work"'), SLEEP)
  valueOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: 'Go' }))
  await sleep.started()
  return pane
}

const resultsOf = (pane: Pane) =>
  pane.view.events.flatMap((event) => (event.kind === 'tool_result' ? [event.content ?? ''] : []))

describe('a batch with a fork', () => {
  it.each(['cancel', 'kill'] as const)('makes no child when the turn is ended by a %s meanwhile', async (way) => {
    const pane = await forkingAndAsleep()
    const requests = shared.simulator.requests.length
    if (way === 'cancel') valueOf(await shared.real.engine.agents.cancel({ agentId: pane.agentId }))
    else valueOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: '/kill' }))
    await pane.until(({ view }) => view.turn === null)
    expect(resultsOf(pane)).toEqual(['Tool call interrupted or cancelled', 'woken'])
    expect([await childrenOf(pane), shared.simulator.requests.length]).toEqual([[], requests])
  })

  it('forks nothing behind a kill of its own agent', async () => {
    const root = await openPane()
    enqueue(slash('kill', ''), slash('fork', '"Work"'))
    const child = await root.fork({ prompt: 'Go' })
    await child.until((pane) => pane.view.turn === null && pane.last('agent_killed') !== undefined)
    expect(await childrenOf(child)).toEqual([])
  })
})

describe('/stop', () => {
  const HELD = { type: 'script', blocks: [{ type: 'text', text: 'Half, ' }, { type: 'hold' }] } as const

  /** A parent whose child streams, and an agent of another tree that streams too. */
  async function running(): Promise<readonly [parent: Pane, child: Pane, stranger: Pane]> {
    const [parent, stranger] = [await openPane(), await openPane()]
    for (let turns = 0; turns < 2; turns++) shared.simulator.enqueue('anthropic', HELD)
    const child = await parent.fork({ prompt: 'Go' })
    await shared.simulator.streamHeld()
    valueOf(await shared.real.engine.agents.submit({ agentId: stranger.agentId, text: 'Go' }))
    await shared.simulator.streamHeld()
    await Promise.all([child, stranger].map((pane) => pane.until(({ view }) => view.turn?.blocks.length === 1)))
    return [parent, child, stranger]
  }

  it('ends what runs in the agent and below it, and nothing else', async () => {
    const [parent, child, stranger] = await running()
    expect(valueOf(await shared.real.engine.agents.submit({ agentId: parent.agentId, text: '/stop' })).answers).toEqual(
      ['Stopped 1 turn.'],
    )
    await child.until(({ view }) => view.turn === null)
    expect(child.lines().at(-1)).toBe('interrupted: Half, ')
    expect(stranger.view.turn).not.toBeNull()
    expect(valueOf(await shared.real.engine.agents.submit({ agentId: parent.agentId, text: '/stop' })).answers).toEqual(
      ['Nothing was running.'],
    )
    expect(valueOf(await shared.real.engine.agents.stop({ agentId: null }))).toBe(1)
    await stranger.until(({ view }) => view.turn === null)
  })

  it('all ends everything, and mail that waits starts nothing in the middle of it', async () => {
    const [parent, child, stranger] = await running()
    valueOf(await shared.real.engine.agents.setWakeOnMail({ agentId: child.agentId, wakes: true }))
    valueOf(await shared.real.engine.agents.submit({ agentId: parent.agentId, text: `/send ${child.agentId} next` }))
    const requests = shared.simulator.requests.length
    expect(
      valueOf(await shared.real.engine.agents.submit({ agentId: parent.agentId, text: '/stop all' })).answers,
    ).toEqual(['Stopped 2 turns.'])
    for (const pane of [child, stranger]) await pane.until(({ view }) => view.turn === null)
    expect([shared.simulator.requests.length, child.last('mail')]).toEqual([requests, undefined])
    expect(refusalOf(await shared.real.engine.agents.submit({ agentId: parent.agentId, text: '/stop now' }))).toBe(
      'Usage: /stop [all]',
    )
  })

  it('starts no child of a batch that is stopped', async () => {
    const pane = await forkingAndAsleep()
    expect(valueOf(await shared.real.engine.agents.stop({ agentId: pane.agentId }))).toBe(1)
    expect(await childrenOf(pane)).toEqual([])
  })
})

describe('/kill', () => {
  it('of a killed agent ends what still runs below it, such as a log of another version has', async () => {
    const line = (row: object): string => JSON.stringify(row)
    const imported = [
      line({ type: 'agent', uuid: 'dead', parent_uuid: null, status: 'killed', model: 'claude-haiku-4-5' }),
      line({ type: 'agent', uuid: 'alive', parent_uuid: 'dead', model: 'claude-haiku-4-5', name: 'alive' }),
    ]
    const before = new Set((await agentsOf(shared.real.engine)).map(({ id }) => id))
    valueOf(await shared.real.engine.local.importLines(imported))
    const agents = (await agentsOf(shared.real.engine)).filter(({ id }) => !before.has(id))
    const dead = agents.find(({ parentId }) => parentId === null)
    const alive = agents.find(({ name }) => name === 'alive')
    if (dead === undefined || alive === undefined) throw new Error('Nothing was imported')
    expect(refusalOf(await shared.real.engine.agents.submit({ agentId: alive.id, text: 'Are you there?' }))).toBe(
      'This agent, or one above it, was killed: nothing starts there any more.',
    )
    expect(valueOf(await shared.real.engine.agents.submit({ agentId: dead.id, text: '/kill' })).answers).toEqual([
      'Killed 1 agent.',
    ])
    expect((await agentsOf(shared.real.engine)).find(({ id }) => id === alive.id)?.status).toBe('killed')
    expect(refusalOf(await shared.real.engine.agents.submit({ agentId: dead.id, text: '/kill' }))).toMatch(
      /was killed already\.$/,
    )
  })
})
