import { expect, it } from 'vitest'

import type { AgentActivity, AgentSummary } from '../../src/shared/agent-summary.ts'
import { agentsOf, Pane, seen, valueOf } from '../support/drive-agent.ts'
import { failedAnswer, textAnswer } from '../support/provider-simulator/answer.ts'
import type { FailureKind } from '../support/provider-simulator/provider-failure.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

/** A failed turn is shown until the agent's next turn, also by an engine that did not run it. */

const MODEL = 'claude-haiku-4-5/none'
const FAILURES: readonly FailureKind[] = ['auth', 'billing', 'not_found', 'too_large']

const shared = engineForTests({ answerWith: () => textAnswer('Yes.') }, { attended: true })

async function failing(kind: FailureKind): Promise<Pane> {
  const pane = await Pane.create(shared.real.engine, MODEL)
  shared.simulator.enqueue('anthropic', failedAnswer({ kind }))
  await pane.type(`Fail with ${kind}`)
  return pane
}

const failed = (agentId: string): Promise<AgentSummary> =>
  seen(shared.real.engine, ({ id, activity }) => id === agentId && activity.type === 'failed')
const idle = (agentId: string): Promise<AgentSummary> =>
  seen(shared.real.engine, ({ id, activity }) => id === agentId && activity.type === 'idle')
const errorOf = (activity: AgentActivity) => (activity.type === 'failed' ? activity.error : null)
const said = ({ activity }: AgentSummary) => {
  const { category, message, retryable } = errorOf(activity) ?? {}
  return { category, message, retryable }
}

it.each(FAILURES)('%s is shown after a restart with its words, until the next answer', async (failure) => {
  const { agentId } = await failing(failure)
  const before = await failed(agentId)
  await shared.real.reopen()
  const after = await failed(agentId)
  expect(said(after)).toEqual(said(before))
  expect(after.activity).toMatchObject({ earlier: true })
  const pane = await Pane.open(shared.real.engine, agentId)
  await pane.type('Again')
  await idle(agentId)
  await shared.real.reopen()
  expect((await agentsOf(shared.real.engine)).find(({ id }) => id === agentId)?.activity.type).toBe('idle')
})

it('is not shown of an agent that was cleared, nor inherited by a fork', async () => {
  const [cleared, forked] = [await failing('billing'), await failing('billing')]
  const child = await forked.fork()
  await cleared.type('/clear')
  await shared.real.reopen()
  await failed(forked.agentId)
  const states = new Map((await agentsOf(shared.real.engine)).map(({ id, activity }) => [id, activity.type]))
  expect([states.get(cleared.agentId), states.get(child.agentId)]).toEqual(['idle', 'idle'])
})

it('has no words in a row that another program wrote without them', async () => {
  const { agentId } = await failing('billing')
  await shared.real.storage.store.commit({
    events: [{ agentId, turnId: null, kind: 'error', content: null, data: { category: 'SERVER', retryable: true } }],
  })
  await shared.real.reopen()
  expect(said(await failed(agentId))).toEqual({ category: 'SERVER', message: '', retryable: true })
  valueOf(await shared.real.engine.agents.rename({ agentId, name: 'Still here' }))
})
