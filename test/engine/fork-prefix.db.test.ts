import { expect, it } from 'vitest'
import { z } from 'zod'

import { Pane } from '../support/drive-agent.ts'
import { withoutMarks } from '../support/provider-simulator/conversation-prefix.ts'
import type { ScriptedBlock } from '../support/provider-simulator/answer.ts'
import { untyped } from '../support/untyped.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

/**
 * A provider's prompt cache compares bytes: what a fork sends must begin as its parent's requests do. A fork with a task
 * of its own has a note that says who it is, behind what it inherits.
 */

const BLOCKS: readonly ScriptedBlock[] = [
  { type: 'thinking', text: 'Hm.' },
  { type: 'text', text: 'Grüße!' },
]

const shared = engineForTests({ answerWith: () => ({ type: 'script', blocks: BLOCKS }) })

/** The bytes of what a prompt in this pane sends, without the marks for the cache. */
async function sent(pane: Pane, prompt: string): Promise<string> {
  const before = shared.simulator.requests.length
  await pane.type(prompt)
  expect(shared.simulator.requests.slice(before).map(({ rejectedBy }) => rejectedBy)).toEqual([undefined])
  return withoutMarks(shared.simulator.requests[before]?.bodyText ?? '')
}

/** Without the user's words at the end, and the room for the answer, which follows from the length of the whole request. */
function inherited(bytes: string): string {
  const body = untyped<Record<string, { readonly role?: string }[]>>(JSON.parse(bytes))
  const key = ['messages', 'input', 'contents'].find((name) => Array.isArray(body[name])) ?? ''
  const last = body[key]?.findLastIndex(({ role }) => role !== 'user') ?? -1
  return JSON.stringify({ ...body, max_tokens: undefined, [key]: body[key]?.slice(0, last + 1) })
}

/** Up to the end of the last prompt, in the form of Anthropic. */
function beginningOf(bytes: string): string {
  return bytes.slice(0, bytes.lastIndexOf('Two') + 'Two'.length)
}

it.each(['claude-opus-4-6', 'gpt-5.5', 'gemini-3.8-flash', 'grok-4.7', 'mistral-medium-latest', 'kimi-k3'])(
  'a fork of %s with the same model sends its parent’s bytes',
  async (model) => {
    const parent = await Pane.create(shared.real.engine, model)
    await sent(parent, 'One')
    await sent(parent, 'Two')
    const child = await parent.fork()
    const grandchild = await child.fork()
    const bytes = inherited(await sent(parent, 'Three'))
    const forks = [await sent(child, 'Three'), await sent(grandchild, 'Three')]
    expect(forks.map(inherited)).toEqual([bytes, bytes])
    expect(bytes.split('Grüße!')).toHaveLength(3)
  },
)

it('after a restart the same context is the same bytes, read from the database now', async () => {
  const parent = await Pane.create(shared.real.engine, 'claude-opus-4-6')
  await sent(parent, 'One')
  const child = await parent.fork()
  const bytes = await sent(parent, 'Two')
  const ofChild = await sent(child, 'Two')
  await shared.real.reopen()
  expect(inherited(ofChild)).toBe(inherited(bytes))
  const [again, later] = [
    await Pane.open(shared.real.engine, child.agentId),
    await Pane.open(shared.real.engine, parent.agentId),
  ]
  expect((await sent(again, 'Three')).startsWith(beginningOf(ofChild))).toBe(true)
  expect((await sent(later, 'Three')).startsWith(beginningOf(bytes))).toBe(true)
})

it('Anthropic is told to keep what it has read', async () => {
  const pane = await Pane.create(shared.real.engine, 'claude-opus-4-6')
  const mark = { cache_control: { type: 'ephemeral' } }
  await sent(pane, 'One')
  const { system, messages } = MARKED.parse(JSON.parse(shared.simulator.requests.at(-1)?.bodyText ?? ''))
  expect([system[0], messages.at(-1)?.content.at(-1)]).toMatchObject([mark, mark])
})

const MARKED = z.object({
  system: z.array(z.unknown()),
  messages: z.array(z.object({ content: z.array(z.unknown()) })),
})
