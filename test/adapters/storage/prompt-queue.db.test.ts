import { describe, expect, it } from 'vitest'

import type { Committed, SentPrompt } from '../../../src/main/core/ports/log-ports.ts'
import type { Storage } from '../../../src/main/core/ports/storage-ports.ts'
import type { NewEvent } from '../../../src/shared/agent-event.ts'
import type { QueuedPrompt } from '../../../src/shared/prompt-queue.ts'
import { recordAgent, valueOf } from './support/test-storage.ts'
import { storageForTests } from './support/storage-for-tests.ts'

const shared = storageForTests({ engines: 2 })

const newPrompt = (text: string, asText = false): QueuedPrompt => ({ id: crypto.randomUUID(), text, asText })

async function queued(agentId: string, ...texts: readonly string[]): Promise<readonly QueuedPrompt[]> {
  const prompts = texts.map((text) => newPrompt(text))
  for (const prompt of prompts) valueOf(await shared.storage.promptQueue.add(agentId, prompt))
  return prompts
}

function send({ agentId, ...prompt }: SentPrompt, by: Storage = shared.storage) {
  const event: NewEvent = { agentId, turnId: null, kind: 'user', content: prompt.text, data: null }
  return by.store.commit({ events: [event], sentPrompts: [{ ...prompt, agentId }] })
}

const textsOf = async (agentId: string) => valueOf(await shared.other.promptQueue.list(agentId)).map(({ text }) => text)
const agentOf = async (agentId: string) => valueOf(await shared.storage.store.agents()).find(({ id }) => id === agentId)
const promptsIn = async (agentId: string) =>
  valueOf(await shared.storage.store.events({ agentId })).filter(({ kind }) => kind === 'user').length

describe('the queue of prompts', () => {
  it('keeps texts as they are, in order, counts them, and is another one for each agent', async () => {
    const [agentId, stranger] = [await recordAgent(shared.storage), await recordAgent(shared.storage)]
    const prompts = [newPrompt('one \0 \ud83e'), newPrompt('/kill\n', true), newPrompt('three')]
    for (const prompt of prompts) valueOf(await shared.storage.promptQueue.add(agentId, prompt))
    expect(valueOf(await shared.other.promptQueue.list(agentId))).toEqual(prompts)
    expect([(await agentOf(agentId))?.queuedPrompts, (await agentOf(stranger))?.queuedPrompts]).toEqual([3, 0])
    expect(valueOf(await shared.other.promptQueue.list(stranger))).toEqual([])
  })

  it('adds a prompt once, however often it is asked to', async () => {
    const agentId = await recordAgent(shared.storage)
    const prompt = newPrompt('once')
    for (const by of [shared.storage, shared.other, shared.storage]) valueOf(await by.promptQueue.add(agentId, prompt))
    expect(valueOf(await shared.storage.promptQueue.list(agentId))).toEqual([prompt])
    expect((await agentOf(agentId))?.queuedPrompts).toBe(1)
  })

  it('is changed, thinned out and brought into another order', async () => {
    const agentId = await recordAgent(shared.storage)
    const [a, b, c, d] = await queued(agentId, 'a', 'b', 'c', 'd')
    const ids = [d, a, c].map((prompt) => prompt?.id ?? '')
    valueOf(await shared.other.promptQueue.reorder(agentId, [...ids, crypto.randomUUID()]))
    expect(await textsOf(agentId)).toEqual(['d', 'b', 'a', 'c'])
    valueOf(await shared.other.promptQueue.remove(agentId, b?.id ?? ''))
    valueOf(await shared.other.promptQueue.change(agentId, { id: a?.id ?? '', text: 'A', asText: true }))
    expect(await textsOf(agentId)).toEqual(['d', 'A', 'c'])
    expect((await agentOf(agentId))?.queuedPrompts).toBe(3)
  })

  it('has nothing to change where a prompt is gone, or is of another agent', async () => {
    const [agentId, stranger] = [await recordAgent(shared.storage), await recordAgent(shared.storage)]
    const [prompt = newPrompt('')] = await queued(agentId, 'mine')
    const { promptQueue } = shared.storage
    expect(valueOf(await promptQueue.change(stranger, { ...prompt, text: 'stolen' }))).toBeNull()
    expect(valueOf(await promptQueue.remove(stranger, prompt.id))).toBeNull()
    expect(valueOf(await promptQueue.reorder(stranger, [prompt.id]))).toBeNull()
    expect(await textsOf(agentId)).toEqual(['mine'])
  })

  it('loses a prompt in the commit that sends it, and in no other', async () => {
    const agentId = await recordAgent(shared.storage)
    const [first = newPrompt(''), second = newPrompt('')] = await queued(agentId, 'first', 'second')
    valueOf(await send({ agentId, ...first }))
    expect([await textsOf(agentId), (await agentOf(agentId))?.queuedPrompts]).toEqual([['second'], 1])
    expect(await send({ agentId, ...first })).toMatchObject({ ok: false, error: { category: 'REFUSED' } })
    expect(await send({ agentId, ...second, text: 'as it was before' })).toMatchObject({ ok: false })
    expect([await textsOf(agentId), await promptsIn(agentId)]).toEqual([['second'], 1])
  })

  it('is not sent by anybody when its agent was killed', async () => {
    const agentId = await recordAgent(shared.storage)
    const [prompt = newPrompt('')] = await queued(agentId, 'too late')
    valueOf(await shared.other.store.commit({ kill: { agentId, by: 'user' } }))
    expect(await send({ agentId, ...prompt })).toMatchObject({ ok: false, error: { category: 'REFUSED' } })
    expect(valueOf(await shared.storage.promptQueue.add(agentId, newPrompt('later still')))).toBeNull()
    expect([await textsOf(agentId), await promptsIn(agentId)]).toEqual([['too late'], 0])
  })

  it('sends each prompt once, whatever two engines do to it at the same moment', async () => {
    const agentId = await recordAgent(shared.storage)
    for (let round = 0; round < 20; round++) {
      const [prompt = newPrompt('')] = await queued(agentId, `round ${round}`)
      const before = await promptsIn(agentId)
      const [here, there, edit, removal] = await Promise.all([
        send({ agentId, ...prompt }),
        send({ agentId, ...prompt }, shared.other),
        shared.other.promptQueue.change(agentId, { ...prompt, text: 'other words' }),
        round % 2 === 0 ? shared.storage.promptQueue.remove(agentId, prompt.id) : null,
      ])
      const sent = [here, there].filter(({ ok }) => ok).length
      const left = await textsOf(agentId)
      expect(sent).toBeLessThanOrEqual(1)
      expect((await promptsIn(agentId)) - before).toBe(sent)
      expect((await agentOf(agentId))?.queuedPrompts).toBe(left.length)
      // Whoever came first has it: a change that was made is never lost by a send of the old words.
      const isGone = sent === 1 || (removal !== null && valueOf(removal) !== null)
      expect([left, sent === 1 && valueOf(edit) !== null]).toEqual([isGone ? [] : ['other words'], false])
      for (const { id } of valueOf(await shared.storage.promptQueue.list(agentId))) {
        valueOf(await shared.storage.promptQueue.remove(agentId, id))
      }
    }
  })

  it('tells the other engines of every change', async () => {
    const agentId = await recordAgent(shared.storage)
    const heard: Committed[] = []
    const waiting = new Set<() => void>()
    const stop = shared.other.store.onRemoteCommit((committed) => {
      heard.push(committed)
      for (const resolve of waiting) resolve()
    })
    const until = async (holds: () => boolean): Promise<void> => {
      while (!holds()) await new Promise<void>((resolve) => waiting.add(resolve))
    }
    const [prompt = newPrompt('')] = await queued(agentId, 'news')
    await until(() => heard.some(({ agents }) => agents.some((agent) => agent.queuedPrompts === 1)))
    const before = heard.length
    valueOf(await shared.storage.promptQueue.change(agentId, { ...prompt, text: 'newer' }))
    await until(() => heard.length > before)
    valueOf(await shared.storage.promptQueue.remove(agentId, prompt.id))
    const isEmpty = () => heard.at(-1)?.agents.some((agent) => agent.queuedPrompts === 0) === true
    await until(isEmpty)
    expect(isEmpty()).toBe(true)
    stop()
  })
})
