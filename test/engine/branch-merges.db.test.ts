import { expect, it } from 'vitest'

import { shortAgentId } from '../../src/shared/ids.ts'
import { Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { openRealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

const shared = engineForTests({ answerWith: () => textAnswer('Use the second lock.') })

/** An agent with one turn, and a fork of it with a long prompt and its answer. */
async function parentAndFork(model: string): Promise<readonly [Pane, Pane]> {
  const parent = await Pane.create(shared.real.engine, model)
  await parent.type('Which lock?')
  const fork = await parent.fork()
  await fork.type(`Think about this trace: ${'lock '.repeat(200)}`)
  return [parent, fork]
}

async function sent(pane: Pane, model: string): Promise<unknown> {
  return valueOf(await shared.real.engine.agents.transcript({ agentId: pane.agentId, model })).body
}

it.each(['claude-haiku-4-5/none', 'gpt-5.5/high', 'gemini-3.8-flash', 'grok-4.7', 'mistral-medium-latest'])(
  'what %s is sent is valid with a merged branch, and the same as before once it is undone',
  async (model) => {
    const [parent, fork] = await parentAndFork(model)
    const before = JSON.stringify(await sent(parent, model))
    const merge = { source: fork.agentId, into: parent.agentId }
    const preview = valueOf(await shared.real.engine.comparisons.mergeBranch({ ...merge, preview: true }))
    expect(preview).toMatchObject({ text: 'Use the second lock.', eventId: null })
    expect(JSON.stringify(await sent(parent, model))).toBe(before)
    const { eventId } = valueOf(await shared.real.engine.comparisons.mergeBranch(merge))
    await parent.until(({ view }) => view.events.at(-1)?.kind === 'merge')
    expect(parent.last('merge')).toMatchObject({
      id: eventId,
      data: {
        branch: 'answer',
        sources: [{ agent: fork.agentId, model: expect.any(String) }],
        merged: { agent: fork.agentId, events: [fork.last('assistant')?.id] },
      },
    })
    valueOf(await shared.real.engine.agents.discard({ agentId: parent.agentId, eventId: eventId ?? 0 }))
    expect(JSON.stringify(await sent(parent, model))).toBe(before)

    valueOf(await shared.real.engine.comparisons.mergeBranch({ ...merge, text: 'Lock B.' }))
    await parent.type('Then do it.')
    const request = shared.simulator.requests.at(-1)
    expect(request?.bodyText).toContain(`Merged from agent ${shortAgentId(fork.agentId)}:\\n\\nLock B.`)
    expect(request?.rejectedBy).toBeUndefined()
    expect(parent.last('merge')?.data).toMatchObject({
      branch: 'person',
      merged: { agent: fork.agentId, events: [fork.last('assistant')?.id] },
    })
    expect(parent.last('merge')?.data).not.toHaveProperty('merged.model')
  },
)

it('merges one turn with the messages of that turn alone', async () => {
  const [parent, fork] = await parentAndFork('claude-haiku-4-5/none')
  const first = fork.last('user')?.id ?? 0
  const ofTurn = fork.last('assistant')?.id
  await fork.type('And later?')
  const merge = { source: fork.agentId, into: parent.agentId, turn: first }
  const { source } = valueOf(await shared.real.engine.comparisons.mergeBranch(merge))
  expect(source.events).toContain(ofTurn)
  expect(source.events).not.toContain(fork.last('assistant')?.id)
  const inherited = parent.last('user')?.id ?? 0
  expect(refusalOf(await shared.real.engine.comparisons.mergeBranch({ ...merge, turn: inherited }))).toMatch(
    /not in this branch/,
  )
})

it('refuses a text above the limit and a target that cannot take it, and records nothing', async () => {
  const { comparisons, agents } = shared.real.engine
  const [parent, fork] = await parentAndFork('claude-haiku-4-5/none')
  const merge = { source: fork.agentId, into: parent.agentId }
  const long = { ...merge, text: 'word '.repeat(100) }
  expect(refusalOf(await comparisons.mergeBranch(long))).toMatch(
    /^The text has about 125 tokens; the limit is \d+ tokens, .* Shorten the text, or raise the limit\.$/,
  )
  expect(valueOf(await comparisons.mergeBranch({ ...long, preview: true })).tokens).toBe(125)
  expect(refusalOf(await comparisons.mergeBranch({ ...merge, text: ' ' }))).toBe('There is no text to add.')
  expect(refusalOf(await comparisons.mergeBranch({ ...merge, into: fork.agentId }))).toMatch(/into itself/)
  valueOf(await agents.archive({ agentIds: [parent.agentId], archived: true }))
  expect(refusalOf(await comparisons.mergeBranch(merge))).toMatch(/is archived/)
  valueOf(await agents.archive({ agentIds: [parent.agentId], archived: false }))
  expect(parent.last('merge')).toBeUndefined()
  expect(valueOf(await comparisons.mergeBranch({ ...long, maxTokens: 125 })).eventId).not.toBeNull()
  await fork.type('/kill')
  expect(refusalOf(await comparisons.mergeBranch({ source: parent.agentId, into: fork.agentId }))).toMatch(/killed/)
})

it('does not bring a redacted answer back', async () => {
  const [parent, fork] = await parentAndFork('claude-haiku-4-5/none')
  const eventId = fork.last('assistant')?.id ?? 0
  valueOf(await shared.real.engine.redaction.run({ agentId: fork.agentId, eventId }))
  const merge = { source: fork.agentId, into: parent.agentId }
  expect(refusalOf(await shared.real.engine.comparisons.mergeBranch(merge))).toMatch(/was redacted/)
  expect(
    valueOf(await shared.real.engine.comparisons.mergeBranch({ ...merge, text: 'Lock B.' })).eventId,
  ).not.toBeNull()
})

it('takes the text that a model wrote in a fork of the branch', async () => {
  const { comparisons } = shared.real.engine
  const [parent, fork] = await parentAndFork('claude-haiku-4-5/none')
  const writer = await fork.fork({ models: ['gpt-5.5/high'], reason: 'merge' })
  const merge = { source: fork.agentId, into: parent.agentId, writer: writer.agentId, maxTokens: 20 }
  expect(refusalOf(await comparisons.mergeBranch(merge))).toBe('There is no answer to merge yet.')
  shared.simulator.enqueue('openai', { ...textAnswer('The second lock; the first is open.'), holdAfterEvents: 1 })
  valueOf(await shared.real.engine.agents.submit({ agentId: writer.agentId, text: 'Report.' }))
  const held = await shared.simulator.streamHeld()
  expect(refusalOf(await comparisons.mergeBranch(merge))).toMatch(/still being written/)
  held.release()
  await writer.until((pane) => pane.last('assistant') !== undefined && pane.view.turn === null)
  expect(refusalOf(await comparisons.mergeBranch({ ...merge, writer: parent.agentId }))).toMatch(/a fork of it/)
  valueOf(await comparisons.mergeBranch(merge))
  await parent.until((pane) => pane.last('merge') !== undefined)
  expect(parent.last('merge')).toMatchObject({
    content: 'The second lock; the first is open.',
    data: {
      branch: 'model',
      sources: [{ agent: fork.agentId, model: expect.stringMatching(/^claude/) }],
      merged: { agent: writer.agentId, events: [writer.last('assistant')?.id], model: expect.stringMatching(/^gpt/) },
    },
  })
  await parent.type('Then do it.')
  expect(shared.simulator.requests.at(-1)?.bodyText).toContain(`Merged from agent ${shortAgentId(fork.agentId)}:`)
})

it('refuses a target whose turn runs in another engine', async () => {
  const [parent, fork] = await parentAndFork('claude-haiku-4-5/none')
  const there = await openRealEngine(shared.simulator.environment(), { databaseUrl: shared.real.databaseUrl })
  const merge = { source: fork.agentId, into: parent.agentId }
  shared.simulator.enqueue('anthropic', { ...textAnswer('Yes.'), holdAfterEvents: 1 })
  valueOf(await there.engine.agents.submit({ agentId: parent.agentId, text: 'Sure?' }))
  const held = await shared.simulator.streamHeld()
  expect(refusalOf(await shared.real.engine.comparisons.mergeBranch(merge))).toMatch(/^Wait until the turn has ended/)
  held.release()
  await parent.until((pane) => pane.last('assistant')?.content === 'Yes.')
  await there.close()
  expect(valueOf(await shared.real.engine.comparisons.mergeBranch(merge)).eventId).not.toBeNull()
})
