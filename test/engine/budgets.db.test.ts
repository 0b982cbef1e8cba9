import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { Inbox } from '../support/approval-inbox.ts'
import { agentsOf, Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

const MODEL = 'claude-haiku-4-5/none'
const USAGE = { inputTokens: 60, outputTokens: 40 }

describe('a budget', () => {
  let simulator: Simulator
  let real: RealEngine
  let inbox: Inbox

  beforeAll(async () => {
    simulator = await startSimulator({ answerWith: () => ({ ...textAnswer('Yes.'), usage: USAGE }) })
    real = await openRealEngine(simulator.environment(), { attended: true })
    inbox = new Inbox(real.engine)
  })

  afterAll(async () => {
    inbox.close()
    await real.close()
    await simulator.close()
  })

  const question = async () => {
    await inbox.until(({ pending }) => pending.size > 0)
    const [first] = inbox.pending.values()
    if (first === undefined) throw new Error('Nothing is asked')
    return first
  }
  const budgeted = async (scope: 'agent' | 'subtree', tokens: number): Promise<Pane> => {
    const pane = await Pane.create(real.engine, MODEL)
    valueOf(await real.engine.budgets.set({ agentId: pane.agentId, budget: { scope, tokens, step: tokens } }))
    return pane
  }

  it('that is used up pauses the agent and asks; a yes adds as much again', async () => {
    const pane = await budgeted('agent', 100)
    await pane.type('One')
    const requests = simulator.requests.length
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Two' }))
    const { id, subject, access } = await question()
    const activity = (await agentsOf(real.engine)).find((agent) => agent.id === pane.agentId)?.activity
    expect({ subject, access, activity, sent: simulator.requests.length - requests }).toEqual({
      subject: `100 tokens used, of a budget of 100 tokens for ${pane.agentId.slice(0, 6)}`,
      access: 'budget',
      activity: { type: 'needs_approval' },
      sent: 0,
    })
    valueOf(await real.engine.approvals.answer({ approvalId: id, answer: { type: 'allow_once' } }))
    await pane.until(({ view }) => view.turn === null && view.events.length > 4)
    const budgets = valueOf(await real.engine.budgets.list())
    expect([pane.lines(), budgets[pane.agentId]]).toEqual([
      ['user: One', 'assistant: Yes.', 'user: Two', 'assistant: Yes.'],
      { scope: 'agent', tokens: 200, step: 100 },
    ])
  })

  it('that is not raised ends the turn with words, and keeps the prompt', async () => {
    const pane = await budgeted('agent', 50)
    await pane.type('One')
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Two' }))
    const { id } = await question()
    valueOf(await real.engine.approvals.answer({ approvalId: id, answer: { type: 'deny' } }))
    await pane.until(({ view }) => view.turn === null && view.events.length > 4)
    expect(pane.lines().slice(2)).toEqual(['user: Two', 'error: The budget is used up, and was not raised.'])
  })

  it('of a subtree holds its children, and raising it lets every one of them go on', async () => {
    const parent = await budgeted('subtree', 100)
    await parent.type('One')
    const children = [await parent.fork(), await parent.fork()]
    for (const child of children) valueOf(await real.engine.agents.submit({ agentId: child.agentId, text: 'Go' }))
    await inbox.until(({ pending }) => pending.size === 2)
    valueOf(
      await real.engine.budgets.set({ agentId: parent.agentId, budget: { scope: 'subtree', tokens: 10_000, step: 1 } }),
    )
    await Promise.all(children.map((child) => child.until(() => child.lines().at(-1) === 'assistant: Yes.')))
    await inbox.until(({ pending }) => pending.size === 0)
    expect(children.map((child) => child.lines().at(-1))).toEqual(['assistant: Yes.', 'assistant: Yes.'])
  })

  it('question is withdrawn when the turn is cancelled', async () => {
    const pane = await budgeted('agent', 10)
    await pane.type('One')
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Two' }))
    await question()
    await real.engine.agents.cancel({ agentId: pane.agentId })
    await inbox.until(({ pending }) => pending.size === 0)
    expect(pane.lines().at(-1)).toBe('interrupted: ')
  })
})

describe('a budget, where the provider reports no usage,', () => {
  const UNREPORTED = { inputTokens: 0, outputTokens: 0 }
  let simulator: Simulator
  let real: RealEngine
  let inbox: Inbox

  beforeAll(async () => {
    simulator = await startSimulator({ answerWith: () => ({ ...textAnswer('Yes. '.repeat(400)), usage: UNREPORTED }) })
    real = await openRealEngine(simulator.environment(), { attended: true })
    inbox = new Inbox(real.engine)
  })

  afterAll(async () => {
    inbox.close()
    await real.close()
    await simulator.close()
  })

  it('counts an estimate, also of answers from before, says so, and leaves the usage alone', async () => {
    const pane = await Pane.create(real.engine, MODEL)
    await pane.type('One')
    valueOf(
      await real.engine.budgets.set({ agentId: pane.agentId, budget: { scope: 'agent', tokens: 300, step: 300 } }),
    )
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Two' }))
    await inbox.until(({ pending }) => pending.size > 0)
    const [question] = inbox.pending.values()
    expect(question?.subject).toMatch(/^([\d,]+) tokens used \(\1 tokens of them estimated/)
    const agent = (await agentsOf(real.engine)).find(({ id }) => id === pane.agentId)
    expect(agent?.estimatedTokens).toBeGreaterThan(500)
    expect(agent?.usage.totalTokens).toBe(0)
    valueOf(await real.engine.approvals.answer({ approvalId: question?.id ?? '', answer: { type: 'deny' } }))
    await pane.until(({ view }) => view.turn === null)
  })
})
