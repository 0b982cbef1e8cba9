import { afterEach, describe, expect, it } from 'vitest'

import { isJsonObject } from '../../../src/shared/json.ts'
import type { JsonObject, JsonValue } from '../../../src/shared/json.ts'
import type { ToolCallBlock } from '../../../src/shared/content.ts'
import type { ModelRequest, TranscriptMessage } from '../../../src/main/core/ports/provider-ports.ts'
import type { Playback } from '../../support/play-recording.ts'
import { deliver, playAnswers, recordedEvents } from '../../support/play-recording.ts'
import type { ProviderApi } from '../../support/provider-outcome.ts'
import { assistant, results, tool, user } from '../../support/transcript-builders.ts'
import { schemaErrors } from '../../support/request-schema.ts'
import { eventsOf, helloRequest, outcomeOf, providerAt, providerFor, TEST_KEY } from '../../support/provider-outcome.ts'

const OWN_URL: Readonly<Record<ProviderApi, string>> = {
  anthropic: 'https://api.anthropic.com',
  openai: 'https://api.openai.com',
  google: 'https://generativelanguage.googleapis.com',
}

let playback: Playback | undefined

afterEach(async () => {
  await playback?.stop()
  playback = undefined
})

const render = (wire: ProviderApi, changes: Partial<ModelRequest>): JsonValue =>
  providerAt(wire, OWN_URL[wire]).render(helloRequest(wire, changes))

const foreignCall = (id: string, args: JsonObject): ToolCallBlock => ({
  type: 'tool_call',
  id,
  name: 'read',
  arguments: args,
  provider: 'mistral',
  model: 'm',
  endpoint: 'chat',
})
/** A history made elsewhere: text, two calls, results, words of the user right behind them. */
const historyWith = (args: JsonObject): readonly TranscriptMessage[] => [
  user('Go'),
  assistant(
    { type: 'text', text: 'Reading.', provider: 'mistral' },
    foreignCall('call_1', args),
    foreignCall('call_2', args),
  ),
  results('call_1', 'call_2'),
  user('And now?'),
]

const FOREIGN = historyWith({ path: 'b', at: 1 })

describe('a foreign history in the words of each API', () => {
  const changes = { messages: FOREIGN, tools: [tool], system: ['Be brief.', ' ', 'Be kind.'] }

  it('Anthropic', () => {
    const body = render('anthropic', { ...changes, thinkingLevel: 'none' })
    expect(schemaErrors('anthropic', body)).toEqual([])
    expect(body).toMatchObject({
      system: [
        { type: 'text', text: 'Be brief.' },
        { type: 'text', text: 'Be kind.' },
      ],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Go' }] },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Reading.' },
            { type: 'tool_use', id: 'call_1', name: 'read', input: { at: 1, path: 'b' } },
            { type: 'tool_use', id: 'call_2', name: 'read', input: { at: 1, path: 'b' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'call_1', content: 'result 0' },
            { type: 'tool_result', tool_use_id: 'call_2', content: 'result 1', is_error: true },
            { type: 'text', text: 'And now?' },
          ],
        },
      ],
      tools: [{ name: 'read', description: 'Reads a file.', input_schema: tool.parameters }],
      stream: true,
    })
  })

  it('OpenAI', () => {
    const body = render('openai', changes)
    expect(schemaErrors('openai', body)).toEqual([])
    expect(body).toMatchObject({
      instructions: 'Be brief.\n\nBe kind.',
      input: [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go' }] },
        { type: 'message', role: 'assistant', content: 'Reading.' },
        { type: 'function_call', call_id: 'call_1', name: 'read', arguments: '{"path":"b","at":1}' },
        { type: 'function_call', call_id: 'call_2', name: 'read', arguments: '{"path":"b","at":1}' },
        { type: 'function_call_output', call_id: 'call_1', output: 'result 0' },
        { type: 'function_call_output', call_id: 'call_2', output: 'result 1' },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'And now?' }] },
      ],
      reasoning: { effort: 'low', summary: 'auto' },
      include: ['reasoning.encrypted_content'],
      store: false,
      stream_options: { include_obfuscation: false },
    })
  })

  it('Google', () => {
    const body = render('google', changes)
    const signature = 'skip_thought_signature_validator'
    const call = (id: string) => ({
      functionCall: { id, name: 'read', args: { at: 1, path: 'b' } },
      thoughtSignature: signature,
    })
    expect(schemaErrors('google', body)).toEqual([])
    expect(body).toMatchObject({
      systemInstruction: { parts: [{ text: 'Be brief.' }, { text: 'Be kind.' }] },
      contents: [
        { role: 'user', parts: [{ text: 'Go' }] },
        { role: 'model', parts: [{ text: 'Reading.' }, call('call_1'), call('call_2')] },
        {
          role: 'user',
          parts: [
            { functionResponse: { id: 'call_1', name: 'read', response: { output: 'result 0' } } },
            { functionResponse: { id: 'call_2', name: 'read', response: { error: 'result 1' } } },
          ],
        },
        { role: 'user', parts: [{ text: 'And now?' }] },
      ],
      tools: [
        {
          functionDeclarations: [{ name: 'read', description: 'Reads a file.', parametersJsonSchema: tool.parameters }],
        },
      ],
    })
  })

  it('Google before Gemini 3 needs no signatures', () => {
    expect(JSON.stringify(render('google', { ...changes, model: 'gemini-2.5-pro' }))).not.toContain('thoughtSignature')
  })
})

describe('the body that is shown is the body that is sent', () => {
  it.each(['anthropic', 'openai', 'google'] as const)('%s', async (wire) => {
    playback = await playAnswers((response) => deliver(response, []))
    const provider = providerFor(wire, playback)
    const request = helloRequest(wire, { messages: FOREIGN, tools: [tool], system: ['Be brief.'] })
    await eventsOf(provider, request)
    expect(playback.requests[0]?.body).toEqual(provider.render(request))
    expect(JSON.stringify(provider.render(request))).not.toContain(TEST_KEY)
  })
})

describe('the endpoint stamp', () => {
  it('names the host only when it is not the provider’s own', () => {
    expect(providerAt('anthropic', OWN_URL.anthropic).endpoint).toBe('messages')
    expect(providerAt('openai', OWN_URL.openai).endpoint).toBe('responses')
    expect(providerAt('google', OWN_URL.google).endpoint).toBe('generate_content')
    expect(providerAt('anthropic', 'http://127.0.0.1:1234').endpoint).toBe('messages@127.0.0.1:1234')
  })
})

describe('OpenAI’s summaries', () => {
  it('are asked for once more without, when refused, and then never again by this instance', async () => {
    const refusal = {
      error: {
        message: 'Your organization must be verified',
        type: 'invalid_request_error',
        param: 'reasoning.summary',
        code: 'unsupported_value',
      },
    }
    playback = await playAnswers(
      (response) => void response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(refusal)),
      (response) => deliver(response, recordedEvents('openai-responses/text-gpt55.sse')),
    )
    const provider = providerFor('openai', playback)
    const first = outcomeOf(await eventsOf(provider, helloRequest('openai')), provider)
    const second = outcomeOf(await eventsOf(provider, helloRequest('openai')), provider)
    expect([first.finishReason, second.finishReason]).toEqual(['STOP', 'STOP'])
    expect(playback.requests.map((request) => request.body['reasoning'])).toEqual([
      { effort: 'low', summary: 'auto' },
      { effort: 'low' },
      { effort: 'low' },
    ])
  })

  it('models without reasoning get no reasoning fields at all', () => {
    const body = render('openai', { model: 'gpt-4o' })
    expect(isJsonObject(body) && ['reasoning' in body, 'include' in body]).toEqual([false, false])
  })
})
