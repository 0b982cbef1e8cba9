import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { ApprovalClient } from '../support/approval-client.ts'
import { agentsOf, Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

let simulator: Simulator
let attended: RealEngine
let alone: RealEngine
let inbox: ApprovalClient

beforeAll(async () => {
  simulator = await startSimulator()
  attended = await openRealEngine(simulator.environment(), { attended: true })
  alone = await openRealEngine(simulator.environment())
  inbox = new ApprovalClient(attended.engine)
})

afterAll(() => closeAll(inbox, attended, alone, simulator))

function fork(args: string): void {
  const call = { type: 'tool_call', name: 'slash', arguments: { command: 'fork', args } } as const
  simulator.enqueue('anthropic', { type: 'script', blocks: [call] })
  simulator.enqueue('anthropic', textAnswer('Forked.'))
}

const childrenOf = async (real: RealEngine, pane: Pane) =>
  (await agentsOf(real.engine)).filter(({ parentId }) => parentId === pane.agentId).map(({ choice }) => choice?.model)

const ends = (pane: Pane): Promise<void> =>
  pane.until(({ view }) => view.turn === null && view.events.at(-1)?.content === 'Forked.')

describe('a fork by a model with a model of another provider', () => {
  it('is asked once in its tree', async () => {
    const pane = await Pane.create(attended.engine, 'claude-haiku-4-5/none')
    fork('--model gpt-5-nano/low')
    valueOf(await attended.engine.agents.submit({ agentId: pane.agentId, text: 'Fork.' }))
    const question = await inbox.asked('gpt-5-nano/low of OpenAI')
    expect(question).toMatchObject({ tool: 'fork', access: 'fork' })
    expect(await childrenOf(attended, pane)).toEqual([])
    valueOf(await attended.engine.approvals.answer({ approvalId: question.id, answer: { type: 'allow_once' } }))
    await ends(pane)
    expect(await childrenOf(attended, pane)).toEqual(['gpt-5-nano'])
    fork('--model gpt-5-nano/high')
    await pane.type('Again.')
    expect(await childrenOf(attended, pane)).toEqual(['gpt-5-nano', 'gpt-5-nano'])
  })

  it('is asked once for all children of one response that have the same model', async () => {
    const pane = await Pane.create(attended.engine, 'claude-haiku-4-5/none')
    const args = ['--model gpt-5-nano/low', '--model gpt-5-nano/low', '--model gemini-3.8-flash/low']
    const blocks = args.map((each) => {
      return { type: 'tool_call', name: 'slash', arguments: { command: 'fork', args: each } } as const
    })
    simulator.enqueue('anthropic', { type: 'script', blocks })
    simulator.enqueue('anthropic', textAnswer('Forked.'))
    valueOf(await attended.engine.agents.submit({ agentId: pane.agentId, text: 'Fork three.' }))
    const question = await inbox.asked('gpt-5-nano/low of OpenAI')
    valueOf(await attended.engine.approvals.answer({ approvalId: question.id, answer: { type: 'allow_once' } }))
    const other = await inbox.asked('gemini-3.8-flash/low of Google')
    valueOf(await attended.engine.approvals.answer({ approvalId: other.id, answer: { type: 'deny' } }))
    await ends(pane)
    expect(await childrenOf(attended, pane)).toEqual(['gpt-5-nano', 'gpt-5-nano'])
  })

  it('is not asked for a model of its own provider', async () => {
    const pane = await Pane.create(attended.engine, 'claude-haiku-4-5/none')
    fork('--model claude-haiku-4-5/low')
    await pane.type('Fork.')
    expect(await childrenOf(attended, pane)).toEqual(['claude-haiku-4-5'])
  })

  it('is refused where nobody can be asked, with the flag that permits it', async () => {
    const pane = await Pane.create(alone.engine, 'claude-haiku-4-5/none')
    fork('--model gpt-5-nano/low')
    await pane.type('Fork.')
    expect(await childrenOf(alone, pane)).toEqual([])
    const result = pane.last('tool_result')?.content
    expect(result).toContain("fork needs a user's approval")
    expect(result).toContain('--allow fork')
  })
})
