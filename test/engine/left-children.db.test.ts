import { afterAll, beforeAll, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Tool } from '../../src/main/core/ports/tool-ports.ts'
import { ApprovalClient } from '../support/approval-client.ts'
import { agentsOf, Pane, seen, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { type ScriptedAnswer, textAnswer } from '../support/provider-simulator/answer.ts'
import { asks } from '../support/provider-simulator/conversation-texts.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

const FORK = { type: 'tool_call', name: 'slash', arguments: { command: 'fork', args: '"Go on"' } } as const

let simulator: Simulator
let leaving: RealEngine
let left: string[] = []

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: () => textAnswer('Done.') })
  leaving = await openRealEngine(simulator.environment(), { onChildLeft: ({ id }) => left.push(id) })
})

afterAll(() => closeAll(leaving, simulator))

const openStaying = () => openRealEngine(simulator.environment(), { attended: true, databaseUrl: leaving.databaseUrl })

async function answersOf(agentId: string): Promise<number> {
  const page = valueOf(await leaving.engine.agents.history({ agentId, beforeId: Number.MAX_SAFE_INTEGER, limit: 100 }))
  return page.events.filter((event) => event.agentId === agentId && event.kind === 'assistant').length
}

/** The session whose engine recorded the agent's answer. */
async function sessionOf(agentId: string): Promise<number | undefined> {
  const page = valueOf(await leaving.engine.agents.history({ agentId, beforeId: Number.MAX_SAFE_INTEGER, limit: 100 }))
  return page.events.find((event) => event.agentId === agentId && event.kind === 'assistant')?.sessionId
}

it('run in exactly one of the engines that stay open, whoever forked them', async () => {
  left = []
  const staying = [await openStaying(), await openStaying()]
  const parent = await Pane.create(leaving.engine, 'claude-haiku-4-5/none')
  const own = (await parent.type('Hello')).turnStarted
  for (let round = 0; round < 4; round++) {
    const { children, startedChildren } = await parent.type('/fork "Work"')
    expect([children.length, startedChildren]).toEqual([1, []])
  }
  // Its children may still wait for their answers.
  simulator.enqueue('anthropic', { type: 'script', blocks: [FORK] }, asks('Delegate'))
  await parent.type('Delegate')
  const children = (await agentsOf(leaving.engine)).filter(({ parentId }) => parentId === parent.agentId)
  expect([own, left.toSorted()]).toEqual([true, children.map(({ id }) => id).toSorted()])
  for (const { id } of children) await expect.poll(() => answersOf(id)).toBe(1)
  const ownSession = await sessionOf(parent.agentId)
  for (const { id } of children) expect(await sessionOf(id)).not.toBe(ownSession)
  // Whoever had wanted to run one a second time would have done so before it closed.
  for (const engine of staying) await engine.close()
  for (const { id } of children) expect(await answersOf(id)).toBe(1)
})

it("have none of the permissions of the run's --allow, which are those of its own engine alone", async () => {
  const ran: string[] = []
  const tools = (engine: string): readonly Tool[] => [
    {
      definition: { name: 'deploy', description: '', parameters: { type: 'object', properties: {} } },
      prepare: async () => {
        const run = async () => {
          ran.push(engine)
          return { content: 'deployed', isError: false }
        }
        return { ok: true, call: { subject: 'x', access: 'execute', paths: [], isInFolder: true, run } }
      },
    },
  ]
  const { databaseUrl } = leaving
  const allowing = await openRealEngine(simulator.environment(), {
    tools: tools('run'),
    allowed: ['deploy'],
    onChildLeft: () => undefined,
    databaseUrl,
  })
  const staying = await openRealEngine(simulator.environment(), { tools: tools('window'), attended: true, databaseUrl })
  const inbox = new ApprovalClient(staying.engine)
  const deploy: ScriptedAnswer = { type: 'script', blocks: [{ type: 'tool_call', name: 'deploy', arguments: {} }] }
  const parent = await Pane.create(allowing.engine, 'claude-haiku-4-5/none')
  simulator.enqueue('anthropic', deploy, asks('Deploy yourself'))
  await parent.type('Deploy yourself')
  expect(ran).toEqual(['run'])
  simulator.enqueue('anthropic', deploy, asks('Deploy below'))
  await parent.type('/fork "Deploy below"')
  const asked = await inbox.asked('x')
  expect([ran, asked.tool, asked.agentId === parent.agentId]).toEqual([['run'], 'deploy', false])
  valueOf(await staying.engine.approvals.answer({ approvalId: asked.id, answer: { type: 'deny' } }))
  await seen(staying.engine, ({ id, activity }) => id === asked.agentId && activity.type === 'idle')
  expect(ran).toEqual(['run'])
  inbox.close()
  await staying.close()
  await allowing.close()
})

it('run where they were forked when no engine stays open', async () => {
  left = []
  const other = await openRealEngine(simulator.environment(), { databaseUrl: leaving.databaseUrl })
  const parent = await Pane.create(leaving.engine, 'claude-haiku-4-5/none')
  await parent.type('Hello')
  const { startedChildren } = await parent.type('/fork "Work"')
  expect([startedChildren.length, left]).toEqual([1, []])
  const [child = ''] = startedChildren
  await expect.poll(() => answersOf(child)).toBe(1)
  expect(await sessionOf(child)).toBe(await sessionOf(parent.agentId))
  await other.close()
})

it('that cannot start say why, in the answer and in their own log', async () => {
  const real = await openRealEngine(simulator.environment(), {
    databaseUrl: leaving.databaseUrl,
    config: {
      pools: {
        mixed: {
          strategy: 'failover',
          models: [{ provider: 'anthropic', model: 'claude-haiku-4-5', thinkingLevel: 'none' }],
        },
      },
    },
  })
  const parent = await Pane.create(real.engine, '@mixed')
  await parent.type('Hello')
  const gone = await Pane.open(leaving.engine, parent.agentId)
  const { answers, children } = await gone.type('/fork "Work"')
  expect(answers[0]).toMatch(/^Forked\. Child: (\w+)\n\1 did not start: .*mixed/)
  const child = await Pane.open(leaving.engine, children[0]?.id ?? '')
  expect(child.last('error')?.content).toMatch(/mixed/)
  await real.close()
})
