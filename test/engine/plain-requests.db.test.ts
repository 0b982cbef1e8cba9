import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { describe, expect, it } from 'vitest'

import { Pane, valueOf } from '../support/drive-agent.ts'
import { failedAnswer, textAnswer } from '../support/provider-simulator/answer.ts'
import { samplePng } from '../support/sample-files.ts'
import { uploadFile } from '../support/upload-file.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

const RULE = 'messages.1: a rule that nobody knows'

const shared = engineForTests({
  // Refuses every request that contains a result of a call, except as text.
  answerWith: ({ bodyText }) =>
    /"(tool_result|functionResponse|function_call_output)"|"role":"tool"/.test(bodyText)
      ? failedAnswer({ kind: 'bad_request', message: RULE })
      : undefined,
})

const CALL = { type: 'script', blocks: [{ type: 'tool_call', name: 'nothing', arguments: { a: 1 } }] } as const

describe.each([
  ['anthropic', 'claude-opus-4-6/low'],
  ['openai', 'gpt-5.5/low'],
  ['google', 'gemini-3.8-flash/low'],
  ['mistral', 'mistral-medium-latest/none'],
  ['moonshot', 'kimi-k3.1-pro/low'],
  ['xai', 'grok-4.7/low'],
] as const)('a request that %s refuses', (host, model) => {
  it('is sent once more plainly, said, recorded and kept, and the agent goes on', async () => {
    const pane = await Pane.create(shared.real.engine, model)
    const before = shared.simulator.requests.length
    shared.simulator.enqueue(host, CALL)
    await pane.type('Call it.')
    expect(pane.last('error')).toBeUndefined()
    const answer = pane.last('assistant')
    const plain = answer?.kind === 'assistant' ? answer.data.plain : undefined
    expect(plain?.left_out).toContain('results')
    expect(plain?.refusal).toContain(RULE)
    const kept: unknown = JSON.parse(readFileSync(plain?.kept ?? '', 'utf8'))
    expect(readdirSync(dirname(plain?.kept ?? '')).length).toBeLessThanOrEqual(20)
    expect(kept).toMatchObject({ provider: host, plainOutcome: 'answered', body: {}, plainBody: {} })
    expect(JSON.stringify(kept)).not.toContain('simulator-key')
    expect(shared.simulator.requests).toHaveLength(before + 3)

    // What is known to be refused is not sent again, until something before it changes.
    await pane.type('Go on.')
    expect(shared.simulator.requests).toHaveLength(before + 4)
    expect(pane.last('assistant')?.data).toMatchObject({ plain: { left_out: expect.any(Array) } })
    await pane.type('/clear')
    await pane.type('Hello')
    expect(pane.last('assistant')?.data).not.toHaveProperty('plain')
  })
})

it('fails with both refusals where the plain one is refused too, and the next prompt is tried again', async () => {
  const pane = await Pane.create(shared.real.engine, 'claude-opus-4-6/low')
  const refused = failedAnswer({ kind: 'bad_request', message: 'No.' })
  shared.simulator.enqueue('anthropic', refused)
  shared.simulator.enqueue('anthropic', refused)
  await pane.type('Hello')
  expect(pane.last('error')?.data).toMatchObject({
    category: 'INVALID_REQUEST',
    plain: { refusal: expect.stringContaining('No.') },
  })
  shared.simulator.enqueue('anthropic', textAnswer('Here.'))
  await pane.type('Again')
  expect(pane.last('assistant')?.content).toBe('Here.')
})

it('is said and recorded where it is a request of /compress', async () => {
  const pane = await Pane.create(shared.real.engine, 'claude-opus-4-6/low')
  shared.simulator.enqueue('anthropic', CALL)
  await pane.type('Call it.')
  shared.simulator.enqueue('anthropic', failedAnswer({ kind: 'bad_request', message: RULE }))
  shared.simulator.enqueue('anthropic', textAnswer('The summary.'))
  await pane.type('/compress')
  const said = 'without the structure of calls and results (sent as text)'
  expect(pane.last('command')?.data).toMatchObject({ ok: true, answer: expect.stringContaining(said) })
  expect(pane.last('summary')?.data).toMatchObject({ plain: { refusal: expect.stringContaining(RULE) } })
  shared.simulator.enqueue('anthropic', failedAnswer({ kind: 'bad_request', message: 'No.' }))
  shared.simulator.enqueue('anthropic', failedAnswer({ kind: 'bad_request', message: 'Nor this.' }))
  const failed = await shared.real.engine.agents.submit({ agentId: pane.agentId, text: '/compress' })
  expect(failed).toMatchObject({ ok: false, error: { message: expect.stringMatching(/Nor this.*sent once more/) } })
})

it('leaves results out at the user’s wish, which can be undone', async () => {
  const pane = await Pane.create(shared.real.engine, 'claude-opus-4-6/low')
  shared.simulator.enqueue('anthropic', CALL)
  shared.simulator.enqueue('anthropic', failedAnswer({ kind: 'bad_request', message: 'No.' }))
  shared.simulator.enqueue('anthropic', failedAnswer({ kind: 'bad_request', message: 'No.' }))
  await pane.type('Call it.')
  const { content = '' } = pane.last('tool_result') ?? {}
  const body = async () =>
    JSON.stringify(valueOf(await shared.real.engine.agents.transcript({ agentId: pane.agentId })).body)
  expect(await body()).toContain(JSON.stringify(content).slice(1, -1))
  await pane.type('/clear --result')
  expect(pane.last('rewind')?.data).toEqual({ target_id: pane.last('tool_result')?.id, leaves_out: true })
  expect(await body()).not.toContain(JSON.stringify(content).slice(1, -1))
  expect(await body()).toContain('The user left this result out of the context.')
  await pane.type('/clear --undo')
  expect(await body()).toContain(JSON.stringify(content).slice(1, -1))
})

it('leaves only the pictures out that a refusal says are too large', async () => {
  const pane = await Pane.create(shared.real.engine, 'claude-opus-4-6/low')
  const before = shared.simulator.requests.length
  const message =
    'messages.0.content.0.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 2000 pixels'
  shared.simulator.enqueue('anthropic', failedAnswer({ kind: 'bad_request', message }))
  const attachments = [
    await uploadFile(shared.real.engine, 'large.png', samplePng(2_600, 2)),
    await uploadFile(shared.real.engine, 'small.png', samplePng(800, 2)),
  ]
  const ended = pane.until(({ view }) => view.turn === null && view.events.some(({ kind }) => kind === 'assistant'))
  valueOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: 'Look', attachments }))
  await ended
  const [, second] = shared.simulator.requests.slice(before)
  expect(second?.bodyText).toContain('[File large.png, not sent: it may have 2000 pixels at most]')
  expect(second?.bodyText.match(/"type":"image"/g)).toHaveLength(1)
  expect(pane.last('assistant')?.data).toMatchObject({ plain: { left_out: ['files'], image_side: 2_000 } })
  await pane.type('And now?')
  expect(shared.simulator.requests).toHaveLength(before + 3)
  expect(shared.simulator.requests.at(-1)?.bodyText.match(/"type":"image"/g)).toHaveLength(1)
})
