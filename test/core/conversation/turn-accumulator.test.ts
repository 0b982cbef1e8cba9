import { describe, expect, it } from 'vitest'

import { accumulateResponse } from '../../../src/main/core/conversation/turn-accumulator.ts'
import { MergedEvents } from '../../../src/main/core/events/merged-events.ts'
import type { ProviderEvent } from '../../../src/main/core/ports/provider-ports.ts'
import { NO_DETAILS } from '../../../src/shared/usage.ts'

const source = {
  choice: { provider: 'anthropic', model: 'claude-haiku-4-5', thinkingLevel: 'low' },
  endpoint: 'messages',
  cost: () => null,
} as const
const stamp = {
  provider: 'anthropic',
  model: 'claude-haiku-4-5-20251001',
  requested_model: 'claude-haiku-4-5',
  endpoint: 'messages',
}

const answer: readonly ProviderEvent[] = [
  { type: 'start', model: 'claude-haiku-4-5-20251001', responseId: 'msg_1' },
  { type: 'thinking_delta', blockIndex: 0, text: 'Hm' },
  { type: 'thinking_delta', blockIndex: 0, text: 'm.' },
  { type: 'block_data', blockIndex: 0, blockType: 'thinking', providerData: { signature: 'c2ln' } },
  { type: 'text_delta', blockIndex: 1, text: 'Hel' },
  { type: 'text_delta', blockIndex: 1, text: 'lo 🦊' },
  { type: 'tool_call_start', blockIndex: 2, id: 'call_A', name: 'bash' },
  { type: 'block_data', blockIndex: 2, blockType: 'tool_call', providerData: {}, providerId: 'toolu_9' },
  { type: 'tool_call_delta', blockIndex: 2, id: 'call_A', jsonFragment: '{"command"' },
  { type: 'tool_call_delta', blockIndex: 2, id: 'call_A', jsonFragment: ':"ls"}' },
  { type: 'tool_call_done', blockIndex: 2, id: 'call_A' },
  {
    type: 'done',
    finishReason: 'TOOL_USE',
    model: 'claude-haiku-4-5-20251001',
    usage: { inputTokens: 10, outputTokens: 20, thinkingTokens: 5, cachedTokens: 1, totalTokens: 30, ...NO_DETAILS },
  },
]

describe('what the log keeps of an answer', () => {
  it('has the blocks in their order, stamped, with data for a replay and the usage', () => {
    expect(accumulateResponse(answer, source)).toEqual({
      content: 'Hello 🦊',
      data: {
        provider: 'anthropic',
        model: 'claude-haiku-4-5-20251001',
        requested_model: 'claude-haiku-4-5',
        thinking_level: 'low',
        thinking: 'Hmm.',
        input_tokens: 10,
        output_tokens: 20,
        thinking_tokens: 5,
        cached_tokens: 1,
        total_tokens: 30,
        finish_reason: 'TOOL_USE',
        response_id: 'msg_1',
        blocks: [
          { type: 'thinking', text: 'Hmm.', ...stamp, provider_data: { signature: 'c2ln' } },
          { type: 'text', text: 'Hello 🦊', ...stamp },
          {
            type: 'tool_call',
            id: 'call_A',
            provider_id: 'toolu_9',
            name: 'bash',
            arguments: { command: 'ls' },
            ...stamp,
          },
        ],
      },
    })
  })

  it('has no figures where none were reported, not even zero', () => {
    const events: ProviderEvent[] = [
      { type: 'text_delta', blockIndex: 0, text: 'Hi' },
      { type: 'done', finishReason: 'STOP', model: 'claude-haiku-4-5', usage: null },
    ]
    const { data } = accumulateResponse(events, source)
    expect(data.finish_reason).toBe('STOP')
    expect(Object.keys(data).filter((name) => name.endsWith('_tokens'))).toEqual([])
  })

  it('is the same from merged events', () => {
    const merged = new MergedEvents<ProviderEvent>()
    for (const event of answer) merged.add(event)
    expect(merged.events().length).toBeLessThan(answer.length)
    expect(accumulateResponse(merged.events(), source)).toEqual(accumulateResponse(answer, source))
  })

  it.each(['{"command": "l', '[1]', '"text"', 'ls -la'])('keeps arguments that are no object: %s', (text) => {
    const events: ProviderEvent[] = [
      { type: 'tool_call_start', blockIndex: 0, id: 'call_A', name: 'bash' },
      { type: 'tool_call_delta', blockIndex: 0, id: 'call_A', jsonFragment: text },
    ]
    expect(accumulateResponse(events, source).data.blocks).toEqual([
      {
        type: 'tool_call',
        id: 'call_A',
        name: 'bash',
        arguments: {},
        malformed_arguments: text,
        provider: 'anthropic',
        model: 'claude-haiku-4-5',
        requested_model: 'claude-haiku-4-5',
        endpoint: 'messages',
      },
    ])
  })
})
