import { expect, it } from 'vitest'

import { shortAgentId } from '../../src/shared/ids.ts'
import { agentsOf, Pane, valueOf } from '../support/drive-agent.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { untyped } from '../support/untyped.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

const MODEL = 'claude-haiku-4-5/none'

const shared = engineForTests({ answerWith: () => textAnswer('Yes.') })

interface AnthropicBody {
  readonly system: readonly { readonly text: string }[]
  readonly messages: readonly { readonly role: string; readonly content: readonly { readonly text: string }[] }[]
}

async function sent(pane: Pane, text: string): Promise<AnthropicBody> {
  await pane.type(text)
  return untyped<AnthropicBody>(JSON.parse(JSON.stringify(shared.simulator.requests.at(-1)?.body)))
}

const today = (pane: Pane): string => pane.view.events[0]?.createdAt.slice(0, 10) ?? ''

it('a root and its forks are told the date, folder and platform, and of nobody who it is, in the same bytes for ever', async () => {
  const pane = await Pane.create(shared.real.engine, MODEL)
  const first = await sent(pane, 'A short question')
  const { folder } = valueOf(await shared.real.engine.agents.folder({ agentId: pane.agentId }))
  const about = first.system.at(-1)?.text ?? ''
  for (const part of [folder, today(pane), 'Linux', 'send parent']) expect(about).toContain(part)
  for (const part of [pane.agentId, pane.agentId.slice(0, 6), 'A short question']) expect(about).not.toContain(part)
  valueOf(await shared.real.engine.agents.rename({ agentId: pane.agentId, name: 'Another name' }))
  const fork = await pane.fork()
  expect((await sent(pane, 'And now?')).system).toEqual(first.system)
  expect((await sent(fork, 'And now?')).system).toEqual(first.system)
  await shared.real.reopen()
  const again = await Pane.open(shared.real.engine, pane.agentId)
  expect((await sent(again, 'After a restart')).system).toEqual(first.system)
})

it('a fork with a task begins with the bytes of its parent, then says who it is and who its parent is', async () => {
  const parent = await Pane.create(shared.real.engine, MODEL)
  const before = await sent(parent, 'Think')
  const child = await parent.fork({ prompt: 'Think on' })
  await child.until(({ view }) => view.turn === null && view.events.at(-1)?.content === 'Yes.')
  const after = untyped<AnthropicBody>(JSON.parse(JSON.stringify(shared.simulator.requests.at(-1)?.body)))
  expect(after.system).toEqual(before.system)
  expect(JSON.stringify(after.messages[0])).toContain('Think')
  const own = JSON.stringify(after.messages.at(-1))
  for (const part of [child.agentId, parent.agentId, 'send parent', 'Think on']) expect(own).toContain(part)
})

it('a fork by a model is told who it is, and writes to its parent', async () => {
  const slash = (command: string, args: string) => {
    const call = { type: 'tool_call', name: 'slash', arguments: { command, args } } as const
    shared.simulator.enqueue('anthropic', { type: 'script', blocks: [call] })
  }
  const parent = await Pane.create(shared.real.engine, MODEL)
  slash('fork', '"Count the files"')
  await parent.type('Let another agent count')
  const [child] = (await agentsOf(shared.real.engine)).filter(({ parentId }) => parentId === parent.agentId)
  const pane = await Pane.open(shared.real.engine, child?.id ?? '')
  await pane.until(({ view }) => view.turn === null && view.events.at(-1)?.content === 'Yes.')
  const first = shared.simulator.requests.findLast(({ bodyText }) => bodyText.includes('[A fork begins here'))
  for (const part of [pane.agentId, parent.agentId, 'send parent']) expect(first?.bodyText).toContain(part)
  slash('send', 'parent Seven')
  await pane.type('Tell your parent')
  expect(pane.last('tool_result')?.content).toBe(`Mail sent to ${shortAgentId(parent.agentId)}.`)
})

it('is shown with the context, and in the request that the transcript shows', async () => {
  const parent = await Pane.create(shared.real.engine, MODEL)
  await sent(parent, 'Think')
  const plain = await parent.fork()
  const ofPlain = valueOf(await shared.real.engine.agents.context({ agentId: plain.agentId }))
  expect(ofPlain.about?.map(({ agentId }) => agentId)).toEqual([parent.agentId])
  const child = await parent.fork({ prompt: 'Think on' })
  const { about = [] } = valueOf(await shared.real.engine.agents.context({ agentId: child.agentId }))
  expect(about.map(({ agentId }) => agentId)).toEqual([parent.agentId, child.agentId])
  const { body } = valueOf(await shared.real.engine.agents.transcript({ agentId: child.agentId }))
  for (const { text } of about) expect(JSON.stringify(body)).toContain(JSON.stringify(text).slice(1, -1))
})
