import { afterEach, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { ApprovalClient } from '../support/approval-client.ts'
import { agentsOf, Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine, type RealEngineOptions } from '../support/open-real-engine.ts'
import { type ScriptedBlock, textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

let simulator: Simulator
let real: RealEngine

afterEach(() => closeAll(real, simulator))

const FORK: ScriptedBlock = { type: 'tool_call', name: 'slash', arguments: { command: 'fork', args: '"Go on"' } }

async function open(config: RealEngineOptions['config'], attended = false): Promise<Pane> {
  simulator = await startSimulator({ answerWith: () => textAnswer('Done.') })
  real = await openRealEngine(simulator.environment(), { attended, ...(config !== undefined && { config }) })
  return Pane.create(real.engine, 'claude-haiku-4-5/none')
}

function enqueueForks(count: number): void {
  simulator.enqueue('anthropic', { type: 'script', blocks: Array.from({ length: count }, () => FORK) })
}

const refusalsOf = (pane: Pane) =>
  pane.view.events.flatMap((event) =>
    event.kind === 'tool_result' && event.data.is_error === true ? [event.content ?? ''] : [],
  )

it('refuses a child beyond those that a turn may make, where nobody can be asked', async () => {
  const pane = await open({ maxChildrenPerTurn: 2 })
  enqueueForks(3)
  await pane.type('Delegate')
  expect(refusalsOf(pane)).toEqual([
    'Children made in this turn: 2; the limit is 2 (max_children_per_turn in config.json). Nothing was forked.',
  ])
  expect(await agentsOf(real.engine)).toHaveLength(3)
})

it('refuses a child that would be too deep', async () => {
  const pane = await open({ maxAgentDepth: 1 })
  const child = await pane.fork()
  enqueueForks(1)
  await child.type('Delegate')
  expect(refusalsOf(child)).toEqual([
    'The child would be 2 levels below the root of its tree; the limit is 1 (max_agent_depth in config.json). Nothing was forked.',
  ])
})

it('counts the children that are about to start among the running turns', async () => {
  const pane = await open({ maxRunningTurns: 3 })
  enqueueForks(4)
  await pane.type('Delegate')
  const refusal = '3 turns run in this tree; the limit is 3 (max_running_turns in config.json). Nothing was forked.'
  expect(refusalsOf(pane)).toEqual([refusal, refusal])
})

it('holds a model that forks in every answer within its limits, without one question to anybody', async () => {
  const limits = { maxAgentDepth: 3, maxChildrenPerTurn: 2, maxRunningTurns: 50 }
  const pane = await open(limits)
  simulator.answerWith(() => ({ type: 'script', blocks: [FORK, FORK] }))
  valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Grow' }))
  const agents = async () => agentsOf(real.engine)
  // 1 + 2 + 4 + 8: each turn goes on asking until its tool rounds are used up, and gets no child more.
  await expect.poll(async () => (await agents()).length, { timeout: 50_000 }).toBe(15)
  valueOf(await real.engine.agents.stop({ agentId: null }))
  expect(await agents()).toHaveLength(15)
})

it('asks a user, whose yes allows as much again', async () => {
  const pane = await open({ maxChildrenPerTurn: 1 }, true)
  const inbox = new ApprovalClient(real.engine)
  enqueueForks(3)
  valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Delegate' }))
  const question = async () => {
    await inbox.until(({ pending }) => pending.size > 0)
    const [first] = inbox.pending.values()
    if (first === undefined) throw new Error('Nothing is asked')
    return first
  }
  const first = await question()
  expect([first.access, first.subject]).toEqual([
    'limit',
    'Children made in this turn: 1; the limit is 1 (max_children_per_turn in config.json).',
  ])
  valueOf(await real.engine.approvals.answer({ approvalId: first.id, answer: { type: 'allow_once' } }))
  await inbox.until(({ pending }) => !pending.has(first.id) && pending.size > 0)
  valueOf(
    await real.engine.approvals.answer({
      approvalId: (await question()).id,
      answer: { type: 'deny', reason: 'Two are enough.' },
    }),
  )
  await pane.until(({ view }) => view.turn === null && view.events.length > 4)
  expect(refusalsOf(pane)).toEqual(['The user allows no more here. Two are enough.'])
  expect(await agentsOf(real.engine)).toHaveLength(3)
  inbox.close()
})

it('withdraws the question when the turn is stopped, and nothing is forked', async () => {
  const pane = await open({ maxChildrenPerTurn: 1 }, true)
  const inbox = new ApprovalClient(real.engine)
  enqueueForks(2)
  valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Delegate' }))
  await inbox.until(({ pending }) => pending.size > 0)
  valueOf(await real.engine.agents.stop({ agentId: null }))
  await inbox.until(({ pending }) => pending.size === 0)
  expect(await agentsOf(real.engine)).toHaveLength(1)
  inbox.close()
})
