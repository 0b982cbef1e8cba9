import { expect, it } from 'vitest'

import type { Tool } from '../../src/main/core/ports/tool-ports.ts'
import type { CallEnd } from '../../src/shared/call-end.ts'
import { ApprovalClient } from '../support/approval-client.ts'
import { agentsOf, Pane, valueOf } from '../support/drive-agent.ts'
import { engineForTests } from '../support/engine-for-tests.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'

/** What ends because the engine closes in order was stopped by nobody: the log, the window and the inbox say so. */

const MODEL = 'claude-haiku-4-5/none'

const running = Promise.withResolvers<void>()

/** `wait` asks and does not end by itself; `work` runs without being asked about. */
const tool = (name: string): Tool => ({
  definition: { name, description: 'Waits.', parameters: { type: 'object', properties: {} } },
  prepare: () =>
    Promise.resolve({
      ok: true,
      call: {
        subject: name,
        access: 'execute',
        paths: [],
        isInFolder: true,
        run: ({ signal }) => {
          running.resolve()
          return new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve({ content: 'Ended.', isError: true }), { once: true })
          })
        },
      },
    }),
})

const shared = engineForTests(
  { answerWith: () => textAnswer('Done.') },
  { tools: [tool('wait'), tool('work')], allowed: ['work'], attended: true },
)

async function calling(name: string): Promise<Pane> {
  const pane = await Pane.create(shared.real.engine, MODEL)
  shared.simulator.enqueue('anthropic', { type: 'script', blocks: [{ type: 'tool_call', name, arguments: {} }] })
  valueOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: 'Go' }))
  return pane
}

it('says that the engine was closed, of an answer, a question and a call, and lists the turns as interrupted', async () => {
  const { real, simulator } = shared
  const answering = await Pane.create(real.engine, MODEL)
  const from = simulator.requests.length
  simulator.enqueue('anthropic', { ...textAnswer('One two three four.'), holdAfterEvents: 3 })
  valueOf(await real.engine.agents.submit({ agentId: answering.agentId, text: 'Count' }))
  await simulator.streamHeld(({ index }) => index === from)
  const asking = await calling('wait')
  const inbox = new ApprovalClient(real.engine)
  await inbox.asked('wait')
  const working = await calling('work')
  await running.promise
  inbox.close()
  const panes = [answering, asking, working]
  for (const pane of panes) pane.close()

  await real.reopen()

  const ends: (CallEnd | string | undefined)[] = []
  for (const { agentId } of panes) {
    const pane = await Pane.open(real.engine, agentId)
    await pane.until(({ view }) => view.turn === null)
    const result = pane.last('tool_result')
    const cut = pane.last('interrupted')
    ends.push(result?.kind === 'tool_result' ? result.data.end : undefined)
    ends.push(cut?.kind === 'interrupted' ? cut.data.reason : undefined)
    pane.close()
  }
  expect(ends).toEqual([undefined, 'closed', { type: 'unanswered' }, 'closed', { type: 'interrupted' }, 'closed'])
  const agents = await agentsOf(real.engine)
  expect(panes.map(({ agentId }) => agents.find(({ id }) => id === agentId)?.unfinished?.type)).toEqual([
    'interrupted',
    'interrupted',
    'interrupted',
  ])
})
