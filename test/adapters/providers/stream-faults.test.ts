import { afterEach, describe, expect, it } from 'vitest'

import type { ProviderEvent } from '../../../src/main/core/ports/provider-ports.ts'
import type { Answer, Playback } from '../../support/play-recording.ts'
import { deliver, frame, playAnswers, recordedEvents } from '../../support/play-recording.ts'
import type { ProviderApi } from '../../support/provider-outcome.ts'
import { matching, containing } from '../../support/text-matchers.ts'
import { eventsOf, helloRequest, outcomeOf, providerFor } from '../../support/provider-outcome.ts'

const RECORDING: Readonly<Record<ProviderApi, string>> = {
  anthropic: 'anthropic/thinking-long-sonnet4.sse',
  openai: 'openai-responses/phase-commentary-reasoning-tool-gpt55.sse',
  google: 'gemini/thought-parts-25pro.sse',
}
const WIRES = ['anthropic', 'openai', 'google'] as const
const SHORT_IDLE_MS = 60

let playback: Playback | undefined

afterEach(async () => {
  await playback?.stop()
  playback = undefined
})

async function ask(wire: ProviderApi, answer: Answer, idleTimeoutMs?: number) {
  playback = await playAnswers(answer)
  const provider = providerFor(wire, playback, idleTimeoutMs)
  return outcomeOf(await eventsOf(provider, helloRequest(wire)), provider)
}

/** The recording without its last events. */
function beginning(wire: ProviderApi): Buffer[] {
  return recordedEvents(RECORDING[wire]).slice(0, 8)
}

/** Sends the head and these events, and then nothing more. */
function stall(events: readonly Buffer[]): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    for (const event of events) response.write(event)
  }
}

describe.each(WIRES)('%s', (wire) => {
  it('reports one retryable error when the body ends before its terminal event', async () => {
    const outcome = await ask(wire, (response) => deliver(response, beginning(wire)))
    expect(outcome.error).toEqual({
      category: 'SERVER',
      message: containing('The connection closed before the answer'),
      retryable: true,
    })
    expect(outcome.blocks.length).toBeGreaterThan(0)
  })

  it('reports the same when there was nothing at all', async () => {
    const { error, blocks } = await ask(wire, (response) => deliver(response, []))
    expect([error?.category, error?.retryable, blocks]).toEqual(['SERVER', true, []])
  })

  it('reports the same when the body ends in the middle of an event', async () => {
    const [last = Buffer.alloc(0), ...before] = beginning(wire).toReversed()
    const half = last.subarray(0, last.length - 12)
    const { error } = await ask(wire, (response) => deliver(response, [...before.toReversed(), half]))
    expect(error).toMatchObject({
      category: 'SERVER',
      retryable: true,
      message: containing('closed before'),
    })
  })

  it('reports the same when the connection is reset', async () => {
    const { error } = await ask(wire, (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(Buffer.concat(beginning(wire)), () => response.socket?.resetAndDestroy())
    })
    expect(error).toMatchObject({
      category: 'SERVER',
      retryable: true,
      message: containing('closed before'),
    })
  })

  it('gives up after silence behind the head', async () => {
    const { error } = await ask(wire, stall([]), SHORT_IDLE_MS)
    expect(error).toMatchObject({ category: 'TIMEOUT', retryable: true })
    await playback?.closedByClient
  })

  it('gives up after silence in the middle, and keeps what came', async () => {
    const { error, blocks } = await ask(wire, stall(beginning(wire)), SHORT_IDLE_MS)
    expect(error).toMatchObject({ category: 'TIMEOUT', retryable: true })
    expect(blocks.length).toBeGreaterThan(0)
    await playback?.closedByClient
  })

  it('gives up when no answer begins', async () => {
    const { error } = await ask(wire, () => undefined, SHORT_IDLE_MS)
    expect(error).toMatchObject({ category: 'TIMEOUT', retryable: true })
  })

  it('ends silently when it is cancelled before anything came', async () => {
    const controller = new AbortController()
    playback = await playAnswers(() => {
      controller.abort()
    })
    expect(await eventsOf(providerFor(wire, playback), helloRequest(wire), controller.signal)).toEqual([])
  })

  it('ends silently when it is cancelled in the middle, and closes the connection', async () => {
    playback = await playAnswers(stall(beginning(wire)))
    const controller = new AbortController()
    const events: ProviderEvent[] = []
    const options = { signal: controller.signal, newToolCallId: () => 'call' }
    for await (const event of providerFor(wire, playback).stream(helloRequest(wire), options)) {
      events.push(event)
      if (event.type !== 'start') controller.abort()
    }
    expect(events.filter((event) => event.type === 'error' || event.type === 'done')).toEqual([])
    await playback.closedByClient
  })

  it('sends nothing when it was cancelled before', async () => {
    playback = await playAnswers((response) => deliver(response, recordedEvents(RECORDING[wire])))
    expect(await eventsOf(providerFor(wire, playback), helloRequest(wire), AbortSignal.abort())).toEqual([])
    expect(playback.requests).toEqual([])
  })

  it('closes the connection when the loop is left early', async () => {
    playback = await playAnswers(stall(beginning(wire)))
    const options = { signal: new AbortController().signal, newToolCallId: () => 'call' }
    for await (const event of providerFor(wire, playback).stream(helloRequest(wire), options)) {
      expect(event.type).toBe('start')
      break
    }
    await playback.closedByClient
  })

  it('is done at the terminal event, not when the server closes', async () => {
    const outcome = await ask(
      wire,
      wire === 'google'
        ? (response) => deliver(response, recordedEvents(RECORDING[wire]))
        : stall(recordedEvents(RECORDING[wire])),
    )
    expect(outcome.finishReason).toBeDefined()
  })

  it('takes a web page for what it is', async () => {
    const { error } = await ask(wire, (response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><title>Log in</title></html>')
    })
    expect(error).toMatchObject({ category: 'UNKNOWN', retryable: false, message: containing('web page') })
  })
})

describe('an error in the middle of the stream', () => {
  it('Anthropic: an error event', async () => {
    const error = {
      type: 'error',
      error: { details: null, type: 'overloaded_error', message: 'Overloaded' },
      request_id: 'req_1',
    }
    const { error: reported } = await ask('anthropic', (response) =>
      deliver(response, [...beginning('anthropic'), frame(JSON.stringify(error))]),
    )
    expect(reported).toEqual({
      category: 'OVERLOADED',
      message: 'Anthropic is overloaded at the moment. Anthropic said: Overloaded',
      providerCode: 'overloaded_error',
      retryable: true,
      requestId: 'req_1',
    })
  })

  it.each([
    ['nested', { type: 'error', error: { type: 'rate_limit_error', code: 'rate_limit_exceeded', message: 'Slow' } }],
    ['flat', { type: 'error', code: 'rate_limit_exceeded', message: 'Slow', param: null, sequence_number: 3 }],
    [
      'failed',
      {
        type: 'response.failed',
        response: { status: 'failed', error: { code: 'rate_limit_exceeded', message: 'Slow' } },
      },
    ],
  ])('OpenAI: %s', async (_, event) => {
    const { error } = await ask('openai', (response) =>
      deliver(response, [...beginning('openai'), frame(JSON.stringify(event))]),
    )
    expect(error).toMatchObject({ category: 'RATE_LIMIT', providerCode: 'rate_limit_exceeded', retryable: true })
  })

  it.each([
    ['as an event', (body: string) => frame(body)],
    ['as a bare body', (body: string) => Buffer.from(body)],
  ])('Google: %s', async (_, framed) => {
    const body = JSON.stringify({ error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } })
    const { error } = await ask('google', (response) => deliver(response, [...beginning('google'), framed(body)]))
    expect(error).toMatchObject({ category: 'OVERLOADED', providerCode: 'UNAVAILABLE', retryable: true })
  })

  it('Google: a bare body glued to the last event', async () => {
    const body = JSON.stringify(
      { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } },
      null,
      2,
    )
    const { error } = await ask('google', (response) =>
      deliver(response, [...beginning('google'), Buffer.from(body)], 'whole'),
    )
    expect(error).toMatchObject({ category: 'OVERLOADED', providerCode: 'UNAVAILABLE', retryable: true })
  })
})

describe('what providers leave out or add', () => {
  it('Anthropic: a block that max_tokens left open is closed', async () => {
    const events = [
      { type: 'message_start', message: { id: 'msg_1', model: 'claude', usage: { input_tokens: 5 } } },
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 'toolu_1', name: 'write', input: {} },
      },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"path": "a' } },
      { type: 'message_delta', delta: { stop_reason: 'max_tokens' }, usage: { output_tokens: 9 } },
      { type: 'message_stop' },
    ]
    const outcome = await ask('anthropic', (response) =>
      deliver(
        response,
        events.map((event) => frame(JSON.stringify(event))),
      ),
    )
    expect(outcome).toMatchObject({
      finishReason: 'LENGTH',
      usage: { inputTokens: 5, outputTokens: 9, totalTokens: 14 },
      blocks: [{ type: 'tool_call', name: 'write', malformed_arguments: '{"path": "a' }],
    })
  })

  it('Anthropic: unknown events, deltas and stop reasons are no error', async () => {
    const events = [
      { type: 'message_start', message: {} },
      { type: 'sparkles', index: 7 },
      { type: 'content_block_start', index: 3, content_block: { type: 'text' } },
      { type: 'content_block_delta', index: 3, delta: { type: 'glitter_delta' } },
      { type: 'content_block_delta', index: 3, delta: { type: 'text_delta', text: 'Hi' } },
      { type: 'content_block_delta', index: 9, delta: { type: 'text_delta', text: ' there' } },
      { type: 'message_delta', delta: { stop_reason: 'bored' } },
      { type: 'message_stop' },
    ]
    const outcome = await ask('anthropic', (response) =>
      deliver(
        response,
        events.map((event) => frame(JSON.stringify(event))),
      ),
    )
    expect([
      outcome.finishReason,
      outcome.model,
      outcome.blocks.map((block) => block.type === 'text' && block.text),
    ]).toEqual(['UNKNOWN', 'claude-haiku-4-5', ['Hi', ' there']])
  })

  it.each([
    ['max_output_tokens', 'LENGTH'],
    ['content_filter', 'CONTENT_FILTER'],
    ['steered', 'STOP'],
    ['bored', 'UNKNOWN'],
  ])('OpenAI: incomplete because of %s ends with %s', async (reason, finishReason) => {
    const events = [
      { type: 'response.created', response: { id: 'resp_1', model: 'gpt' } },
      { type: 'response.sparkles' },
      { type: 'response.output_text.delta', item_id: 'msg_1', delta: 'Hi' },
      { type: 'response.incomplete', response: { status: 'incomplete', incomplete_details: { reason } } },
    ]
    const outcome = await ask('openai', (response) =>
      deliver(
        response,
        events.map((event) => frame(JSON.stringify(event))),
      ),
    )
    expect(outcome).toMatchObject({ finishReason, usage: null, blocks: [{ text: 'Hi' }] })
  })

  it('OpenAI: a refusal is shown as text and ends as filtered', async () => {
    const item = { id: 'msg_1', type: 'message', content: [{ type: 'refusal', refusal: 'I can’t help.' }] }
    const events = [
      { type: 'response.created', response: { id: 'resp_1', model: 'gpt' } },
      { type: 'response.output_item.added', output_index: 0, item: { id: 'msg_1', type: 'message', content: [] } },
      { type: 'response.refusal.delta', output_index: 0, content_index: 0, delta: 'I can’t' },
      { type: 'response.refusal.done', output_index: 0, content_index: 0, refusal: 'I can’t help.' },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { status: 'completed' } },
    ]
    const outcome = await ask('openai', (response) =>
      deliver(
        response,
        events.map((event) => frame(JSON.stringify(event))),
      ),
    )
    expect(outcome).toMatchObject({
      finishReason: 'CONTENT_FILTER',
      blocks: [{ text: 'I can’t help.', provider_data: { refusal: true } }],
    })
  })

  it('OpenAI: calls that stream side by side keep apart', async () => {
    const call = (index: number, done: object) => ({
      id: `fc_${index}`,
      type: 'function_call',
      call_id: `c${index}`,
      name: 'read',
      ...done,
    })
    const events = [
      { type: 'response.created', response: { id: 'resp_1', model: 'gpt' } },
      { type: 'response.output_item.added', output_index: 0, item: call(0, { arguments: '' }) },
      { type: 'response.output_item.added', output_index: 1, item: call(1, { arguments: '' }) },
      { type: 'response.function_call_arguments.delta', output_index: 1, delta: '{"n":1' },
      { type: 'response.function_call_arguments.delta', output_index: 0, delta: '{"n":0}' },
      { type: 'response.function_call_arguments.done', output_index: 1, arguments: '{"n":1}' },
      { type: 'response.output_item.done', output_index: 1, item: call(1, { arguments: '{"n":1}' }) },
      { type: 'response.output_item.done', output_index: 0, item: call(0, { arguments: '{"n":0}' }) },
      { type: 'response.completed', response: { status: 'completed' } },
    ]
    const outcome = await ask('openai', (response) =>
      deliver(
        response,
        events.map((event) => frame(JSON.stringify(event))),
      ),
    )
    expect(outcome).toMatchObject({
      finishReason: 'TOOL_USE',
      blocks: [
        { provider_id: 'c0', arguments: { n: 0 } },
        { provider_id: 'c1', arguments: { n: 1 } },
      ],
    })
  })

  it('OpenAI: an answer that comes in the last event only is taken from there', async () => {
    const output = [{ id: 'msg_1', type: 'message', content: [{ type: 'output_text', text: 'pong' }] }]
    const event = { type: 'response.completed', response: { id: 'resp_1', model: 'gpt', status: 'completed', output } }
    const outcome = await ask('openai', (response) => deliver(response, [frame(JSON.stringify(event))]))
    expect(outcome).toMatchObject({ finishReason: 'STOP', responseId: 'resp_1', blocks: [{ text: 'pong' }] })
  })

  it('Google: a blocked prompt ends as filtered', async () => {
    const chunk = {
      promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
      usageMetadata: { promptTokenCount: 7, totalTokenCount: 7 },
    }
    const outcome = await ask('google', (response) => deliver(response, [frame(JSON.stringify(chunk))]))
    expect(outcome).toMatchObject({
      finishReason: 'CONTENT_FILTER',
      usage: { inputTokens: 7, totalTokens: 7 },
      blocks: [],
    })
  })

  it('Google: the last event may lack its blank line', async () => {
    const [last = Buffer.alloc(0), ...before] = recordedEvents('gemini/utf8.sse').toReversed()
    const bare = Buffer.from(last.toString().trimEnd())
    const outcome = await ask('google', (response) => deliver(response, [...before.toReversed(), bare]))
    expect(outcome.finishReason).toBe('STOP')
    expect(outcome.blocks).toMatchObject([{ text: matching(/感受秋天的气息，领悟秋天的哲理。$/) }])
  })

  it('Google: arguments in pieces, with paths into objects and lists', async () => {
    const part = (functionCall: object) =>
      frame(JSON.stringify({ candidates: [{ content: { parts: [{ functionCall }] } }] }))
    const events = [
      part({ name: 'edit', id: 'fc-1', willContinue: true }),
      part({
        partialArgs: [{ jsonPath: '$.files[0].name', stringValue: 'a.', willContinue: true }],
        willContinue: true,
      }),
      part({
        partialArgs: [
          { jsonPath: '$.files[0].name', stringValue: 'ts' },
          { jsonPath: '$.files[1].name', stringValue: 'b' },
        ],
        willContinue: true,
      }),
      part({
        partialArgs: [
          { jsonPath: "$['dry run']", boolValue: true },
          { jsonPath: '$.__proto__.n', numberValue: 2 },
        ],
      }),
      frame(JSON.stringify({ candidates: [{ finishReason: 'STOP' }] })),
    ]
    const outcome = await ask('google', (response) => deliver(response, events))
    expect(outcome.finishReason).toBe('TOOL_USE')
    expect(JSON.stringify(outcome.blocks[0]?.type === 'tool_call' && outcome.blocks[0].arguments)).toBe(
      '{"files":[{"name":"a.ts"},{"name":"b"}],"dry run":true,"__proto__":{"n":2}}',
    )
  })
})
