import { readFileSync } from 'node:fs'

import { Ajv } from 'ajv'
import { afterEach, describe, expect, it } from 'vitest'

import { isJsonObject } from '../../../../src/shared/json.ts'
import type { JsonValue } from '../../../../src/shared/json.ts'
import type { ContentBlock, ToolCallBlock } from '../../../../src/shared/content.ts'
import type { ModelRequest, TranscriptMessage } from '../../../../src/main/core/ports.ts'
import type { Playback } from '../../../support/play-recording.ts'
import { deliver, playAnswers, playRecording, recordedEvents } from '../../../support/play-recording.ts'
import type { Wire } from '../../../support/provider-outcome.ts'
import { eventsOf, helloTo, outcomeOf, providerAt, providerFor, TEST_KEY } from '../../../support/provider-outcome.ts'

const OWN_URL: Readonly<Record<Wire, string>> = {
  anthropic: 'https://api.anthropic.com',
  openai: 'https://api.openai.com',
  google: 'https://generativelanguage.googleapis.com',
}

let playback: Playback | undefined

afterEach(async () => {
  await playback?.stop()
  playback = undefined
})

const ajv = new Ajv({ strict: false })

function validator(name: string) {
  const url = new URL(`../../../fixtures/wire/schemas/${name}.schema.json`, import.meta.url)
  return ajv.compile(JSON.parse(readFileSync(url, 'utf8')))
}

const anthropicBody = validator('AnthropicMessageCreateParams')
const openaiBody = validator('OpenAIResponseCreateParams')
const googleContent = validator('GeminiContent')

/** The schema errors of a body; none: it is what the API takes. */
function schemaErrors(wire: Wire, body: JsonValue): readonly unknown[] {
  if (wire !== 'google') {
    const validate = wire === 'anthropic' ? anthropicBody : openaiBody
    return validate(body) ? [] : (validate.errors ?? [])
  }
  const contents = isJsonObject(body) ? body['contents'] : []
  return (Array.isArray(contents) ? contents : []).flatMap((content) =>
    googleContent(content) ? [] : (googleContent.errors ?? []),
  )
}

const render = (wire: Wire, changes: Partial<ModelRequest>): JsonValue =>
  providerAt(wire, OWN_URL[wire]).render(helloTo(wire, changes))

const user = (text: string): TranscriptMessage => ({ role: 'user', content: [{ type: 'text', text }] })
const assistant = (...content: ContentBlock[]): TranscriptMessage => ({ role: 'assistant', content })
const results = (...ids: string[]): TranscriptMessage => ({
  role: 'tool',
  results: ids.map((callId, index) => ({ callId, name: 'read', content: `result ${index}`, isError: index > 0 })),
})
const foreignCall = (id: string): ToolCallBlock => ({
  type: 'tool_call',
  id,
  name: 'read',
  arguments: { path: 'b', at: 1 },
  provider: 'mistral',
  model: 'm',
  endpoint: 'chat',
})
const tool = {
  name: 'read',
  description: 'Reads a file.',
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
}

/** A history made elsewhere: text, two calls, results, words of the user right behind them. */
const FOREIGN: readonly TranscriptMessage[] = [
  user('Go'),
  assistant({ type: 'text', text: 'Reading.', provider: 'mistral' }, foreignCall('call_1'), foreignCall('call_2')),
  results('call_1', 'call_2'),
  user('And now?'),
]

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
        { type: 'function_call', call_id: 'call_1', name: 'read', arguments: '{"at":1,"path":"b"}' },
        { type: 'function_call', call_id: 'call_2', name: 'read', arguments: '{"at":1,"path":"b"}' },
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

describe('an answer replayed to its own provider', () => {
  const recordings: readonly [string, Wire, string][] = [
    ['anthropic/thinking-then-tool.sse', 'anthropic', 'claude-haiku-4-5'],
    ['anthropic/redacted-thinking.sse', 'anthropic', 'claude-sonnet-4-5'],
    ['anthropic/thinking-adaptive-opus46-interleaved-text.sse', 'anthropic', 'claude-opus-4-6'],
    ['anthropic/server-tool-code-execution.sse', 'anthropic', 'claude-sonnet-4-6'],
    ['anthropic/server-tool-pause-turn-part1.sse', 'anthropic', 'claude-sonnet-4-5'],
    ['anthropic/compaction.sse', 'anthropic', 'claude-sonnet-4-6'],
    ['anthropic/tool-parallel-2.sse', 'anthropic', 'claude-haiku-4-5'],
    ['openai-responses/reasoning-encrypted-then-tool-gpt5.sse', 'openai', 'gpt-5'],
    ['openai-responses/phase-commentary-reasoning-tool-gpt55.sse', 'openai', 'gpt-5.5'],
    ['openai-responses/reasoning-summary-o3mini-high.sse', 'openai', 'o3-mini'],
    ['openai-responses/phase.chunks.jsonl', 'openai', 'gpt-5.5'],
    ['openai-responses/custom-tool.chunks.jsonl', 'openai', 'gpt-5.5'],
    ['openai-responses/web-search-reasoning-gpt5.sse', 'openai', 'gpt-5'],
    ['openai-responses/lmstudio-reasoning-tool.chunks.jsonl', 'openai', 'gpt-5.5'],
    ['gemini/thought-parts-25pro.sse', 'google', 'gemini-2.5-pro'],
    ['gemini/thinking-gemini3pro-a.chunks.jsonl', 'google', 'gemini-3-pro-preview'],
    ['gemini/tool-gemini3pro-signature.sse', 'google', 'gemini-3-pro-preview'],
    ['gemini/thought-tool-25flash.json', 'google', 'gemini-2.5-flash'],
    ['gemini/vertex-no-args-tool.chunks.jsonl', 'google', 'gemini-3-flash-preview'],
    ['gemini/empty-parts.sse', 'google', 'gemini-2.5-flash'],
  ]

  async function replay(file: string, wire: Wire, model: string): Promise<JsonValue> {
    playback = await playRecording(file)
    const provider = providerFor(wire, playback)
    const { blocks } = outcomeOf(await eventsOf(provider, helloTo(wire)), provider)
    const calls = blocks.flatMap((block) => (block.type === 'tool_call' ? [block.id] : []))
    const answer = calls.length === 0 ? user('Go on') : results(...calls)
    return provider.render(
      helloTo(wire, { model, messages: [user('Hi'), assistant(...blocks), answer], tools: [tool] }),
    )
  }

  it.each(recordings)('%s passes the schema', async (file, wire, model) => {
    expect(schemaErrors(wire, await replay(file, wire, model))).toEqual([])
  })

  it.each(recordings)('%s keeps every signature byte for byte', async (file, wire, model) => {
    const body = JSON.stringify(await replay(file, wire, model))
    const sent = recordedEvents(file).join('')
    const kept =
      wire === 'openai'
        ? encryptedOfDoneItems(sent)
        : (sent.match(/"(?:thoughtSignature|signature|data)":\s*"[A-Za-z0-9+/=_-]{40,}"/g) ?? [])
    for (const signature of kept) expect(body).toContain(/"([^"]{40,})"/.exec(signature)?.[1])
  })

  it('Anthropic: thinking, then the call, unchanged', async () => {
    expect(await replay('anthropic/thinking-then-tool.sse', 'anthropic', 'claude-haiku-4-5')).toMatchObject({
      messages: [
        {},
        {
          role: 'assistant',
          content: [
            {
              type: 'thinking',
              thinking: expect.stringMatching(/^The user wants me to:/),
              signature: expect.stringMatching(/^EoQDCm0I/),
            },
            { type: 'tool_use', id: 'call_1', name: 'fixed_version', input: {}, caller: { type: 'direct' } },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1' }] },
      ],
    })
  })

  it('Anthropic: a blank text block stays out', async () => {
    const body = await replay('anthropic/thinking-adaptive-opus46-interleaved-text.sse', 'anthropic', 'claude-opus-4-6')
    expect(body).toMatchObject({
      messages: [
        {},
        { content: [{ type: 'thinking' }, { type: 'text', text: '1. **Captain Scoop**\n2. **Gullet**' }] },
        {},
      ],
    })
  })

  it('OpenAI: reasoning directly before what it led to, with ids and phase', async () => {
    expect(
      await replay('openai-responses/phase-commentary-reasoning-tool-gpt55.sse', 'openai', 'gpt-5.5'),
    ).toMatchObject({
      input: [
        {},
        {
          type: 'reasoning',
          id: expect.stringMatching(/^rs_/),
          summary: [],
          encrypted_content: expect.stringMatching(/^gAAAAABqaR3-pGgS/),
        },
        {
          type: 'message',
          id: expect.stringMatching(/^msg_/),
          phase: 'commentary',
          content: [{ type: 'output_text', text: 'I’ll check the capital lookup tool for “PotatoLand.”' }],
        },
        {
          type: 'function_call',
          id: expect.stringMatching(/^fc_/),
          call_id: 'call_1',
          arguments: '{"country":"PotatoLand"}',
        },
        { type: 'function_call_output', call_id: 'call_1' },
      ],
    })
  })

  it('OpenAI: without its reasoning an item goes without its id', async () => {
    playback = await playRecording('openai-responses/reasoning-encrypted-then-tool-gpt5.sse')
    const provider = providerFor('openai', playback)
    const { blocks } = outcomeOf(await eventsOf(provider, helloTo('openai')), provider)
    const calls = blocks.filter((block) => block.type === 'tool_call')
    expect(
      provider.render(helloTo('openai', { messages: [user('Hi'), assistant(...calls), results('call_1')] })),
    ).toMatchObject({
      input: [{}, { type: 'function_call', call_id: 'call_1', name: 'final_result', arguments: '{"result":6666}' }, {}],
    })
    expect(
      JSON.stringify(provider.render(helloTo('openai', { messages: [user('Hi'), assistant(...calls)] }))),
    ).not.toContain('fc_')
  })

  it('OpenAI: reasoning that led to nothing stays out', async () => {
    playback = await playRecording('openai-responses/reasoning-encrypted-then-tool-gpt5.sse')
    const provider = providerFor('openai', playback)
    const { blocks } = outcomeOf(await eventsOf(provider, helloTo('openai')), provider)
    const messages = [user('Hi'), assistant(...blocks.slice(0, 1)), user('Go on')]
    expect(JSON.stringify(provider.render(helloTo('openai', { messages })))).not.toContain('"type":"reasoning"')
  })

  it('Google: the signature stays on its stretch of the text, also on an empty one', async () => {
    const split = await replay('gemini/thought-parts-25pro.sse', 'google', 'gemini-2.5-pro')
    expect(split).toMatchObject({
      contents: [
        {},
        {
          role: 'model',
          parts: [
            {
              text: expect.stringMatching(/^This is a great question!.{92}$/s),
              thoughtSignature: expect.stringMatching(/^CiIB0e2K/),
            },
            { text: expect.stringMatching(/^ guide that is widely taught/) },
          ],
        },
        {},
      ],
    })
    await playback?.stop()
    expect(await replay('gemini/thinking-gemini3pro-a.chunks.jsonl', 'google', 'gemini-3-pro-preview')).toMatchObject({
      contents: [
        {},
        {
          parts: [
            { text: expect.stringMatching(/^There are/) },
            { text: '', thoughtSignature: expect.stringMatching(/^Eo0H/) },
          ],
        },
        {},
      ],
    })
  })

  it('Google: of parallel calls only the first is signed', async () => {
    const body = JSON.stringify(
      await replay('gemini/vertex-no-args-tool.chunks.jsonl', 'google', 'gemini-3-flash-preview'),
    )
    expect(body.match(/thoughtSignature/g)).toHaveLength(1)
    expect(body).not.toContain('skip_thought')
  })
})

/** `encrypted_content` as output_item.done had it; the other events hold other bytes. */
function encryptedOfDoneItems(stream: string): string[] {
  return stream.split('\n').flatMap((line) => {
    if (!line.includes('response.output_item.done')) return []
    return line.match(/"encrypted_content":\s*"[^"]{40,}"/g) ?? []
  })
}

describe('the body that is shown is the body that is sent', () => {
  it.each(['anthropic', 'openai', 'google'] as const)('%s', async (wire) => {
    playback = await playAnswers((response) => deliver(response, []))
    const provider = providerFor(wire, playback)
    const request = helloTo(wire, { messages: FOREIGN, tools: [tool], system: ['Be brief.'] })
    await eventsOf(provider, request)
    expect(playback.requests[0]?.body).toEqual(provider.render(request))
    expect(JSON.stringify(provider.render(request))).not.toContain(TEST_KEY)
  })

  it.each(['anthropic', 'openai', 'google'] as const)(
    '%s: the same request gives the same bytes, whatever order its keys were stored in',
    (wire) => {
      const turned = JSON.parse(JSON.stringify(FOREIGN).replaceAll('{"path":"b","at":1}', '{"at":1,"path":"b"}'))
      expect(JSON.stringify(render(wire, { messages: turned }))).toBe(
        JSON.stringify(render(wire, { messages: FOREIGN })),
      )
    },
  )
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
    const first = outcomeOf(await eventsOf(provider, helloTo('openai')), provider)
    const second = outcomeOf(await eventsOf(provider, helloTo('openai')), provider)
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
