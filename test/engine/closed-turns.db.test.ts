import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Tool } from '../../src/main/core/ports/tool-ports.ts'
import type { CallEnd } from '../../src/shared/call-end.ts'
import { ApprovalClient } from '../support/approval-client.ts'
import { agentsOf, Pane, valueOf } from '../support/drive-agent.ts'
import { engineForTests } from '../support/engine-for-tests.ts'
import { type GitFolder, gitFolder } from '../support/git-folder.ts'
import { eventsOf } from '../support/rerun-runs.ts'
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

let git: GitFolder
beforeAll(async () => {
  git = await gitFolder()
  await git.write('a.txt', 'a')
  await git.git('add', '.')
  await git.git('commit', '--quiet', '-m', 'a')
})
afterAll(() => git.remove())

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

it('says it of an attempt of a race, whose work ends with that of the race', async () => {
  const { real, simulator } = shared
  const { agentId } = await Pane.create(real.engine, MODEL)
  valueOf(await real.engine.agents.setFolder({ agentId, folder: git.folder }))
  const limits = { max_usd: null, max_minutes: null, timeout_ms: 10_000, retries: 0, at_once: 1 }
  const plan = { task: 'Fix it', test: 'true', winner: 'first', unconfined: true, baseline: false, ...limits } as const
  const from = simulator.requests.length
  simulator.enqueue('anthropic', { ...textAnswer('One two three four.'), holdAfterEvents: 3 })
  const begun = { agentId, isNew: true, models: [MODEL], attempts: 1, plan, allowsEdits: true }
  const raceId = valueOf(await real.engine.races.start(begun))
  await simulator.streamHeld(({ index }) => index === from)

  await real.reopen()

  const attempt = (await agentsOf(real.engine)).find(({ parentId }) => parentId === raceId)
  const events = await eventsOf(real, attempt?.id ?? '')
  expect(events.flatMap(({ kind, data }) => (kind === 'interrupted' ? [data.reason] : []))).toEqual(['closed'])
  expect(attempt?.unfinished?.type).toBe('interrupted')
})
