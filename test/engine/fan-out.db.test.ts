import { describe, expect, it } from 'vitest'

import { spokenTexts } from '../support/provider-simulator/conversation-texts.ts'
import { Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

/** Several forks at once: the first one writes the beginning that they share to the provider's cache. */

const MODEL = 'claude-opus-5-5'
const LONG = 'word '.repeat(1_000)

const shared = engineForTests()

it('sends the requests of the other forks when the answer to the first one has begun', async () => {
  const parent = await Pane.create(shared.real.engine, MODEL)
  await parent.type(LONG)
  const before = shared.simulator.requests.length
  shared.simulator.enqueue('anthropic', textAnswer('First', { holdAfterEvents: 0 }))
  const models = [MODEL, MODEL, MODEL]
  valueOf(await shared.real.engine.agents.fork({ agentId: parent.agentId, models, prompt: 'Go' }))
  const held = await shared.simulator.streamHeld()
  expect(shared.simulator.requests.length - before).toBe(1)
  held.release()
  await expect.poll(() => shared.simulator.requests.length - before).toBe(3)
  expect(shared.simulator.requests.slice(before).map(({ rejectedBy }) => rejectedBy)).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

it('stops a fork that waits', async () => {
  const parent = await Pane.create(shared.real.engine, MODEL)
  await parent.type(LONG)
  const before = shared.simulator.requests.length
  shared.simulator.enqueue('anthropic', textAnswer('First', { holdAfterEvents: 0 }))
  const children = valueOf(
    await shared.real.engine.agents.fork({ agentId: parent.agentId, models: [MODEL, MODEL], prompt: 'Go' }),
  )
  const held = await shared.simulator.streamHeld()
  // Resolves when their turns have ended: nothing more is sent.
  for (const stopped of await Promise.all(children.map(({ id }) => shared.real.engine.agents.cancel({ agentId: id }))))
    expect(valueOf(stopped)).toBe(true)
  held.release()
  expect(shared.simulator.requests.length - before).toBe(1)
})

describe('a prompt to several models', () => {
  const OTHERS = ['gpt-5-mini/none', 'gemini-2.5-flash/none']

  it('is recorded once; each model is sent the same words, in a fork that is named after it', async () => {
    const parent = await Pane.create(shared.real.engine, 'claude-haiku-4-5/none')
    shared.simulator.answerWith(({ host }) => textAnswer(`An answer of ${host}`))
    const before = shared.simulator.requests.length
    const request = { agentId: parent.agentId, text: 'Why so?', models: OTHERS }
    const children = valueOf(await shared.real.engine.agents.ask(request))
    await parent.until(({ view }) => view.turn === null && view.events.some(({ kind }) => kind === 'assistant'))
    const panes = await Promise.all(children.map(({ id }) => Pane.open(shared.real.engine, id)))
    for (const pane of panes) await pane.until(({ view }) => view.events.at(-1)?.kind === 'assistant')
    const prompts = [parent, ...panes].map((pane) => pane.view.events.filter(({ kind }) => kind === 'user'))
    const [prompt] = prompts[0] ?? []
    expect(prompts).toEqual([[prompt], [prompt], [prompt]])
    expect(children.map(({ name, parentId, forkEventId }) => [name, parentId, forkEventId])).toEqual([
      ['GPT-5 Mini', parent.agentId, prompt?.id],
      ['Gemini 2.5 Flash', parent.agentId, prompt?.id],
    ])
    const sent = shared.simulator.requests.slice(before)
    expect(sent.map(({ host }) => host).toSorted()).toEqual(['anthropic', 'google', 'openai'])
    // The note about a fork follows the prompt.
    for (const one of sent) expect(JSON.stringify(spokenTexts(one))).toContain('Why so?')
  })

  it('is refused as a whole if one of the models is not known, or if it has no words', async () => {
    const parent = await Pane.create(shared.real.engine, 'claude-haiku-4-5/none')
    const lines = parent.lines()
    const { agentId } = parent
    const unknown = await shared.real.engine.agents.ask({
      agentId,
      text: 'Why?',
      models: ['gpt-5-mini', 'no such model'],
    })
    expect(refusalOf(unknown)).toMatch(/^Unknown model: no such model/)
    expect(refusalOf(await shared.real.engine.agents.ask({ agentId, text: ' ', models: OTHERS }))).toMatch(
      /no prompt to send/,
    )
    expect(parent.lines()).toEqual(lines)
  })

  it('waits for nothing: it is refused while the agent answers', async () => {
    const parent = await Pane.create(shared.real.engine, 'claude-haiku-4-5/none')
    const { agentId } = parent
    shared.simulator.enqueue('anthropic', textAnswer('First', { holdAfterEvents: 0 }))
    const typed = parent.type('Hello')
    const held = await shared.simulator.streamHeld()
    expect(refusalOf(await shared.real.engine.agents.ask({ agentId, text: 'Why?', models: OTHERS }))).toMatch(
      /streaming/,
    )
    held.release()
    await typed
  })
})
