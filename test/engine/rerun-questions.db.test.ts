import { afterAll, beforeAll, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { ApprovalClient } from '../support/approval-client.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { eventsOf, lookUp, LookUp } from '../support/rerun-runs.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

const tool = new LookUp('network')
let inbox: ApprovalClient
let original: Pane

const shared = engineForTests({}, { tools: [tool], attended: true })
beforeAll(async () => {
  inbox = new ApprovalClient(shared.real.engine)
  original = await Pane.create(shared.real.engine, 'claude-haiku-4-5/none')
  shared.simulator.enqueue('anthropic', lookUp('a'))
  shared.simulator.enqueue('anthropic', textAnswer('Done.'))
  const typed = original.type('Look it up')
  const { id } = await inbox.asked('a')
  valueOf(await shared.real.engine.approvals.answer({ approvalId: id, answer: { type: 'allow_once' } }))
  await typed
})
afterAll(() => closeAll(inbox))

it('two reruns ask about the same call at the same time, and each gets its own answer', async () => {
  for (let rerun = 0; rerun < 2; rerun++) shared.simulator.enqueue('anthropic', lookUp('x'))
  for (let rerun = 0; rerun < 2; rerun++) shared.simulator.enqueue('anthropic', textAnswer('Done.'))
  const start = () => shared.real.engine.local.reruns.start({ agentId: original.agentId, onDifference: 'run' })
  const [first, second] = [valueOf(await start()), valueOf(await start())]
  await inbox.until(({ pending }) => pending.size === 2)
  const asked = [...inbox.pending.values()]
  // Both calls have the id of the recorded one.
  expect(new Set(asked.map(({ callId }) => callId)).size).toBe(1)
  expect(new Set(asked.map(({ agentId }) => agentId))).toEqual(new Set([first.rerunId, second.rerunId]))
  const idOf = (rerunId: string): string => asked.find(({ agentId }) => agentId === rerunId)?.id ?? ''
  const { approvals } = shared.real.engine
  valueOf(await approvals.answer({ approvalId: idOf(first.rerunId), answer: { type: 'deny', reason: 'Not here.' } }))
  valueOf(await first.ended)
  expect([...inbox.pending.keys()]).toEqual([idOf(second.rerunId)])
  const answer = { type: 'allow_once' } as const
  valueOf(await approvals.answer({ approvalId: idOf(second.rerunId), answer }))
  valueOf(await second.ended)
  const result = async (agentId: string): Promise<string | null | undefined> =>
    (await eventsOf(shared.real, agentId)).find(({ kind }) => kind === 'tool_result')?.content
  expect(await result(first.rerunId)).toContain('Not here.')
  expect(await result(second.rerunId)).toBe('entry 2 of "x"')
})
