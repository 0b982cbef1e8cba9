import { describe, expect, it } from 'vitest'
import { openaiThinking, openaiThinkingLabel } from '../../../src/main/adapters/providers/openai/openai-thinking.ts'
import { THINKING_LEVELS } from '../../../src/shared/thinking-level.ts'

const REPLY = 4_096
const CANNOT_DISABLE = '⚠ This model does not support disabling thinking'

describe('the effort that is sent', () => {
  it.each([
    ['o1', [null, 'low', 'medium', 'high']],
    ['o1-pro', [null, 'low', 'medium', 'high']],
    ['o3', ['low', 'low', 'medium', 'high']],
    ['o3-2025-04-16', ['low', 'low', 'medium', 'high']],
    ['o3-mini', [null, 'low', 'medium', 'high']],
    ['o4-mini', ['low', 'low', 'medium', 'high']],
    ['o9', ['low', 'low', 'medium', 'high']],
    ['gpt-5', ['minimal', 'low', 'medium', 'high']],
    ['gpt-5-mini', ['minimal', 'low', 'medium', 'high']],
    ['gpt-5-nano-2025-08-07', ['minimal', 'low', 'medium', 'high']],
    ['gpt-5-pro', ['high', 'high', 'high', 'high']],
    ['gpt-5.1', ['none', 'low', 'medium', 'high']],
    ['gpt-5.1-codex-max', ['low', 'low', 'medium', 'high']],
    ['gpt-5.2-pro', ['medium', 'medium', 'medium', 'high']],
    ['gpt-5.3-codex', ['none', 'low', 'medium', 'high']],
    ['gpt-5.3-codex-spark', ['low', 'low', 'medium', 'high']],
    ['gpt-5.4-mini', ['none', 'low', 'medium', 'high']],
    ['gpt-5.5-pro', ['medium', 'medium', 'medium', 'high']],
    ['gpt-5.6-terra', ['none', 'low', 'medium', 'high']],
    ['gpt-5.6-cyber', ['low', 'low', 'medium', 'high']],
    ['gpt-6-astra', ['low', 'low', 'medium', 'high']],
    ['gpt-6.1-sol', ['low', 'low', 'medium', 'high']],
    ['gpt-6.1-terra', ['none', 'low', 'medium', 'high']],
    ['gpt-6.2-sol', ['low', 'low', 'medium', 'high']],
    ['gpt-6.2-astra', ['low', 'low', 'medium', 'high']],
    ['gpt-6-cyber', ['low', 'low', 'medium', 'high']],
    ['gpt-daybreak-blue-latest', ['none', 'low', 'medium', 'high']],
    ['gpt-daybreak-red-latest', ['none', 'low', 'medium', 'high']],
    ['gpt-5.1-chat-latest', ['medium', 'medium', 'medium', 'medium']],
    ['gpt-5.3-chat-latest', ['medium', 'medium', 'medium', 'medium']],
    ['chat-latest', ['medium', 'medium', 'medium', 'medium']],
    // Unknown names get what nearly all models take.
    ['gpt-7', ['low', 'low', 'medium', 'high']],
    ['gpt-6.9-sol', ['low', 'low', 'medium', 'high']],
    ['gpt-7-pro', ['medium', 'medium', 'medium', 'high']],
    ['gpt-7-chat-latest', ['medium', 'medium', 'medium', 'medium']],
    ['gpt-5-chat-latest', [null, null, null, null]],
    ['gpt-4o', [null, null, null, null]],
    ['gpt-4.1-mini', [null, null, null, null]],
    ['chatgpt-4o-latest', [null, null, null, null]],
  ])('to %s', (model, efforts) => {
    expect(THINKING_LEVELS.map((level) => openaiThinking(model, level, REPLY).effort)).toEqual(efforts)
  })
})

describe('the feedback', () => {
  it.each([
    ['o3', 'med', ['Thinking: medium effort (~50% of output budget)', 'Recommended output buffer: 25,000 tokens']],
    ['o3-mini', 'none', [CANNOT_DISABLE, 'Thinking: medium effort (default)']],
    ['o3', 'none', [CANNOT_DISABLE, 'Thinking: low effort (minimum)']],
    ['gpt-5-mini', 'none', [CANNOT_DISABLE, 'Thinking: minimal effort (minimum)']],
    ['gpt-5.1', 'none', ['Thinking: disabled']],
    ['gpt-4o', 'high', ['⚠ Thinking not supported by this model (ignored)']],
    [
      'gpt-5-pro',
      'low',
      [
        'Thinking: high effort (~80% of output budget), the nearest to low that this model takes',
        'Recommended output buffer: 25,000 tokens',
      ],
    ],
  ] as const)('for %s/%s', (model, level, feedback) => {
    expect(openaiThinking(model, level, REPLY).feedback).toEqual(feedback)
  })
})

it('limits the reply only where no reasoning counts against the limit', () => {
  const limit = (model: string, level: 'none' | 'med', reply: number) =>
    openaiThinking(model, level, reply).maxOutputTokens
  expect([
    limit('o3', 'med', REPLY),
    limit('o3-mini', 'none', REPLY),
    limit('gpt-5.1', 'none', REPLY),
    limit('gpt-4o', 'med', REPLY),
    limit('gpt-4o', 'med', 100_000),
  ]).toEqual([null, null, REPLY, REPLY, 16_384])
})

it('names each level for a list of models', () => {
  expect(THINKING_LEVELS.map((level) => openaiThinkingLabel('gpt-5.1', level))).toEqual([
    'disabled',
    'low effort (~20% of output budget)',
    'medium effort (~50% of output budget)',
    'high effort (~80% of output budget)',
  ])
  expect(openaiThinkingLabel('gpt-4o', 'med')).toBeNull()
})
