import { afterEach, describe, expect, it } from 'vitest'

import { assembleTranscript } from '../../../src/main/core/transcript/assemble-transcript.ts'
import type { JsonValue } from '../../../src/shared/json.ts'
import { eventLog } from '../../support/event-log-builder.ts'
import type { Playback } from '../../support/play-recording.ts'
import { playRecording, recordedEvents } from '../../support/play-recording.ts'
import type { ProviderApi } from '../../support/provider-outcome.ts'
import { eventsOf, helloRequest, outcomeOf, providerFor } from '../../support/provider-outcome.ts'
import { schemaErrors } from '../../support/request-schema.ts'
import { matching } from '../../support/text-matchers.ts'
import { assistant, results, tool, user } from '../../support/transcript-builders.ts'

let playback: Playback | undefined

afterEach(async () => {
  await playback?.stop()
  playback = undefined
})

describe('an answer replayed to its own provider', () => {
  const recordings: readonly [string, ProviderApi, string][] = [
    ['anthropic/thinking-then-tool.sse', 'anthropic', 'claude-haiku-4-5'],
    ['anthropic/redacted-thinking.sse', 'anthropic', 'claude-sonnet-4-5'],
    ['anthropic/thinking-adaptive-opus46-interleaved-text.sse', 'anthropic', 'claude-opus-4-6'],
    ['anthropic/server-tool-code-execution.sse', 'anthropic', 'claude-sonnet-4-6'],
    ['anthropic/server-tool-pause-turn-part1.sse', 'anthropic', 'claude-sonnet-4-5'],
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

  async function replay(file: string, wire: ProviderApi, model: string): Promise<JsonValue> {
    playback = await playRecording(file)
    const provider = providerFor(wire, playback)
    const { blocks } = outcomeOf(await eventsOf(provider, helloRequest(wire)), provider)
    const calls = blocks.flatMap((block) => (block.type === 'tool_call' ? [block.id] : []))
    const answer = calls.length === 0 ? user('Go on') : results(...calls)
    return provider.render(
      helloRequest(wire, { model, messages: [user('Hi'), assistant(...blocks), answer], tools: [tool] }),
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
              thinking: matching(/^The user wants me to:/),
              signature: matching(/^EoQDCm0I/),
            },
            { type: 'tool_use', id: 'call_1', name: 'fixed_version', input: {}, caller: { type: 'direct' } },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1' }] },
      ],
    })
  })

  it('Anthropic: a summary that the API made by itself stays out, the answer does not', async () => {
    playback = await playRecording('anthropic/compaction.sse')
    const provider = providerFor('anthropic', playback)
    const { blocks, model } = outcomeOf(await eventsOf(provider, helloRequest('anthropic')), provider)
    expect(JSON.stringify(blocks)).toContain('compaction')
    const log = eventLog()
    const context = [log.user('Hi'), log.add({ kind: 'assistant', content: '', data: { blocks } }), log.user('Go on')]
    const target = { provider: 'anthropic', model, endpoint: provider.endpoint, thinkingLevel: 'low' } as const
    const input = { context, target, system: [], tools: [tool], maxOutputTokens: 4096 }
    const body = provider.render(assembleTranscript(input).request)
    expect(schemaErrors('anthropic', body)).toEqual([])
    expect(body).toMatchObject({ messages: [{}, { content: [{ type: 'text', text: matching(/^Hello!/) }] }, {}] })
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
          id: matching(/^rs_/),
          summary: [],
          encrypted_content: matching(/^gAAAAABqaR3-pGgS/),
        },
        {
          type: 'message',
          id: matching(/^msg_/),
          phase: 'commentary',
          content: [{ type: 'output_text', text: 'I’ll check the capital lookup tool for “PotatoLand.”' }],
        },
        {
          type: 'function_call',
          id: matching(/^fc_/),
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
    const { blocks } = outcomeOf(await eventsOf(provider, helloRequest('openai')), provider)
    const calls = blocks.filter((block) => block.type === 'tool_call')
    expect(
      provider.render(helloRequest('openai', { messages: [user('Hi'), assistant(...calls), results('call_1')] })),
    ).toMatchObject({
      input: [{}, { type: 'function_call', call_id: 'call_1', name: 'final_result', arguments: '{"result":6666}' }, {}],
    })
    expect(
      JSON.stringify(provider.render(helloRequest('openai', { messages: [user('Hi'), assistant(...calls)] }))),
    ).not.toContain('fc_')
  })

  it('OpenAI: reasoning that led to nothing stays out', async () => {
    playback = await playRecording('openai-responses/reasoning-encrypted-then-tool-gpt5.sse')
    const provider = providerFor('openai', playback)
    const { blocks } = outcomeOf(await eventsOf(provider, helloRequest('openai')), provider)
    const messages = [user('Hi'), assistant(...blocks.slice(0, 1)), user('Go on')]
    expect(JSON.stringify(provider.render(helloRequest('openai', { messages })))).not.toContain('"type":"reasoning"')
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
              text: matching(/^This is a great question!.{92}$/s),
              thoughtSignature: matching(/^CiIB0e2K/),
            },
            { text: matching(/^ guide that is widely taught/) },
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
          parts: [{ text: matching(/^There are/) }, { text: '', thoughtSignature: matching(/^Eo0H/) }],
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
