import { afterAll, beforeAll, expect, it } from 'vitest'

import type { AgentActivity, AgentSummary } from '../../src/shared/agent-summary.ts'
import { closeAll } from '../support/close-all.ts'
import { agentsOf, Pane, seen, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { failedAnswer, textAnswer } from '../support/provider-simulator/answer.ts'
import type { FailureKind } from '../support/provider-simulator/provider-failure.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

/** A failed turn is shown until the agent's next turn, also by an engine that did not run it. */

const MODEL = 'claude-haiku-4-5/none'
const FAILURES: readonly FailureKind[] = ['auth', 'billing', 'not_found', 'too_large']

let simulator: Simulator
let real: RealEngine

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: () => textAnswer('Yes.') })
  real = await openRealEngine(simulator.environment(), { attended: true })
})
afterAll(() => closeAll(real, simulator))

async function failing(kind: FailureKind): Promise<Pane> {
  const pane = await Pane.create(real.engine, MODEL)
  simulator.enqueue('anthropic', failedAnswer({ kind }))
  await pane.type(`Fail with ${kind}`)
  return pane
}

const failed = (agentId: string): Promise<AgentSummary> =>
  seen(real.engine, ({ id, activity }) => id === agentId && activity.type === 'failed')
const idle = (agentId: string): Promise<AgentSummary> =>
  seen(real.engine, ({ id, activity }) => id === agentId && activity.type === 'idle')
const errorOf = (activity: AgentActivity) => (activity.type === 'failed' ? activity.error : null)
const said = ({ activity }: AgentSummary) => {
  const { category, message, retryable } = errorOf(activity) ?? {}
  return { category, message, retryable }
}

it.each(FAILURES)('%s is shown after a restart with its words, until the next answer', async (failure) => {
  const { agentId } = await failing(failure)
  const before = await failed(agentId)
  await real.reopen()
  const after = await failed(agentId)
  expect(said(after)).toEqual(said(before))
  expect(after.activity).toMatchObject({ earlier: true })
  const pane = await Pane.open(real.engine, agentId)
  await pane.type('Again')
  await idle(agentId)
  await real.reopen()
  expect((await agentsOf(real.engine)).find(({ id }) => id === agentId)?.activity.type).toBe('idle')
})

it('is not shown of an agent that was cleared, nor inherited by a fork', async () => {
  const [cleared, forked] = [await failing('billing'), await failing('billing')]
  const child = await forked.fork()
  await cleared.type('/clear')
  await real.reopen()
  await failed(forked.agentId)
  const states = new Map((await agentsOf(real.engine)).map(({ id, activity }) => [id, activity.type]))
  expect([states.get(cleared.agentId), states.get(child.agentId)]).toEqual(['idle', 'idle'])
})

it('has no words in a row that another program wrote without them', async () => {
  const { agentId } = await failing('billing')
  await real.storage.store.commit({
    events: [{ agentId, turnId: null, kind: 'error', content: null, data: { category: 'SERVER', retryable: true } }],
  })
  await real.reopen()
  expect(said(await failed(agentId))).toEqual({ category: 'SERVER', message: '', retryable: true })
  valueOf(await real.engine.agents.rename({ agentId, name: 'Still here' }))
})
